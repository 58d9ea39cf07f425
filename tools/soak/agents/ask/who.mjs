import { asker } from '../kit.mjs';

export default asker('who');
