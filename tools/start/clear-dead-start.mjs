// node clear-dead-start.mjs <data folder>: ends what a killed start left running there. Nothing to do where a start runs, or ended well.
import { clearLeftovers } from './leftovers.mjs';
import { StartRecord } from './start-record.mjs';

const record = new StartRecord(process.argv[2]);
if (record.holder && record.take('clear')) {
  await clearLeftovers(record.children);
  record.release();
}
