/**
 * Replaces the clock that measures time slices (`performance.now`) in every test of a suite, so that no test depends on
 * the speed of the machine. The clock stands still; the returned function moves it forward, as if work had taken so long.
 */
export const useManualClock = (): ((millis: number) => void) => {
  let millis = 0;
  beforeEach(() => {
    performance.now = () => millis;
  });
  afterEach(() => {
    // The prototype has the original.
    Reflect.deleteProperty(performance, "now");
  });
  return (spent) => {
    millis += spent;
  };
};
