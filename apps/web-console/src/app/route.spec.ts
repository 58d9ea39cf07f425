import { hrefOf, routeOf } from './route.js';

test.each([
  ['#/c/abc-1_2', { page: 'consultation', sessionId: 'abc-1_2' }],
  ['#/workbench', { page: 'workbench' }],
  ['#/', { page: 'new' }],
] as const)('%s ⇄ %j', (hash, route) => {
  expect(routeOf(hash)).toEqual(route);
  expect(hrefOf(route)).toBe(hash);
});

test.each(['', '#', '#/c/', '#/c/a/b', '#/c/ä', `#/c/${'a'.repeat(129)}`, '#/else'])('%j → a new consultation', (hash) => {
  expect(routeOf(hash)).toEqual({ page: 'new' });
});
