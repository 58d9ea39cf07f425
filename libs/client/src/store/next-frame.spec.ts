import { onNextFrame } from './next-frame.js';

describe('the next frame', () => {
  const frames: (() => void)[] = [];
  const calledOff: unknown[] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, {
      requestAnimationFrame: (frame: () => void) => frames.push(frame),
      cancelAnimationFrame: (id: unknown) => calledOff.push(id),
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
    frames.length = calledOff.length = 0;
  });

  it('painted → called once', () => {
    const callback = jest.fn();
    onNextFrame(callback);
    frames[0]?.();
    jest.runAllTimers();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('the page is hidden before it is painted → called all the same, once', () => {
    const callback = jest.fn();
    onNextFrame(callback);
    jest.advanceTimersByTime(1000);
    expect(callback).toHaveBeenCalledTimes(1);
    expect(calledOff).toEqual([1]);
  });

  it('called off → not called', () => {
    const callback = jest.fn();
    onNextFrame(callback)();
    jest.runAllTimers();
    expect([callback.mock.calls, calledOff]).toEqual([[], [1]]);
  });
});
