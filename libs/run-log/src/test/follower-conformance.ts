import { ending } from './conformance/ending.js';
import { joining } from './conformance/joining.js';
import { losingMessages } from './conformance/losing-messages.js';
import { outages } from './conformance/outages.js';
import { settingUp } from './conformance/setting-up.js';
import { sharing } from './conformance/sharing.js';
import { slowReaders } from './conformance/slow-readers.js';
import type { FollowerSetup } from './follower-setup.js';

/** What any follower of run logs must do, over whatever clients `setup` gives. Call it inside a `describe`. */
export function followerConformance(setup: () => FollowerSetup): void {
  describe('joining', () => joining(setup));
  describe('losing messages', () => losingMessages(setup));
  describe('slow readers', () => slowReaders(setup));
  describe('sharing a run', () => sharing(setup));
  describe('setting up', () => settingUp(setup));
  describe('ending', () => ending(setup));
  describe('outages', () => outages(setup));
}
