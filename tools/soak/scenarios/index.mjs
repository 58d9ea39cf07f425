// What people do, and how often.
import * as cards from './cards.mjs';
import * as talks from './talks.mjs';
import * as stops from './stops.mjs';
import * as absences from './absences.mjs';

export const SCENARIOS = {
  short: talks.short,
  long: talks.long,
  json: talks.json,
  'two viewers': talks.twoViewers,
  reconnect: absences.reconnect,
  leave: absences.leave,
  continue: absences.continueAlone,
  vanish: absences.vanish,
  abort: stops.abort,
  'pre-empt': stops.preempt,
  race: stops.race,
  enqueue: stops.enqueue,
  reject: stops.reject,
  deaf: stops.deaf,
  card: cards.card,
  batch: cards.batch,
  cancel: cards.cancel,
  supersede: cards.supersede,
  delete: stops.deleteSession,
};

export const WEIGHTS = {
  short: 8,
  long: 8,
  json: 6,
  'two viewers': 4,
  reconnect: 10,
  leave: 3,
  continue: 4,
  vanish: 3,
  abort: 10,
  'pre-empt': 10,
  race: 4,
  enqueue: 7,
  reject: 3,
  deaf: 4,
  card: 12,
  batch: 6,
  cancel: 3,
  supersede: 4,
  delete: 2,
};
