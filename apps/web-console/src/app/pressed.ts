import type { MouseEvent } from 'react';

/** How a button was pressed. */
export type Pressed = Pick<MouseEvent, 'detail'>;

/** With a key, and not with a finger or a mouse: the focus was there, and goes with the button where that goes. */
export const isByKey = ({ detail }: Pressed): boolean => detail === 0;
