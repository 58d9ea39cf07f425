import type { Play } from '../play/play.js';
import { answerByMessage } from './answer-by-message.js';
import { abortNothing, lapse, restart } from './befall.js';
import { chat } from './chat.js';
import type { Command } from './command.js';
import { hold } from './hold.js';
import { answerEarlier, answerUnknown, cancel, submit, submitMalformed, submitWrongly } from './resume.js';
import { submitAtOnce } from './submit-at-once.js';
import type { Surroundings } from './surroundings.js';

/** Does it, and checks what comes of it against the world, which is then changed. */
export function perform(command: Command, play: Play, around: Surroundings): Promise<void> {
  switch (command.do) {
    case 'chat':
      return chat(play, command);
    case 'submit':
      return submit(play, command);
    case 'answer by message':
      return answerByMessage(play, command);
    case 'submit wrongly':
      return submitWrongly(play, command);
    case 'submit malformed':
      return submitMalformed(play, command);
    case 'cancel':
      return cancel(play, command);
    case 'submit at once with':
      return submitAtOnce(play, command);
    case 'answer an earlier card':
      return answerEarlier(play, command);
    case 'answer a card that never was':
      return answerUnknown(play, command);
    case 'abort nothing':
      return abortNothing(play, command);
    case 'hold':
      return hold(play, command, around);
    case 'lapse':
      return lapse(play, around);
    case 'restart':
      return restart(command, around);
  }
}
