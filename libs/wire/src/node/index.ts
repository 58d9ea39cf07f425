export { goneSignal } from './gone-signal.js';
export { writeStream, type WriteOutcome, type WriteStreamOptions } from './write-stream.js';
