import 'reflect-metadata';
import { followerConformance } from './test/follower-conformance.js';
import { useFollowerSetup } from './test/follower-setup.js';

describe('RunFollowers', () => followerConformance(useFollowerSetup()));

describe('RunFollowers over a pipelining client', () => followerConformance(useFollowerSetup({ enableAutoPipelining: true })));
