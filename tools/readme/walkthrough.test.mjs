import { after, before, test } from 'node:test';
import { Walkthrough } from './walkthrough.mjs';

let walk;
before(async () => (walk = await Walkthrough.create()));
after(() => walk.end());

for (const page of ['README.md', 'docs/agents.md'])
  test(`${page}, pasted block by block → prints what it shows`, { timeout: 180_000 }, () => walk.follow(page));
