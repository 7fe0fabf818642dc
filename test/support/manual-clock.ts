/**
 * Replaces the clock that measures time slices (`performance.now`) in every test of a suite, so that no test
 * depends on the speed of the machine. The clock is frozen; the returned function advances it, as if work had
 * taken that time.
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

/**
 * Replaces the clock that measures time slices by one that advances by 0.1 ms whenever it is read. A time
 * slice then ends after some 40 reads of the clock, on every machine.
 */
export const useTickingClock = (): void => {
  let readings = 0;
  beforeEach(() => {
    performance.now = () => readings++ / 10;
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, "now");
  });
};

/**
 * Replaces the date of the machine (`Date.now`) in every test of a suite. It starts with the real date and is
 * frozen; the returned function advances it. Timers are not affected.
 */
export const useManualDate = (): ((millis: number) => void) => {
  const now = Date.now.bind(Date);
  let millis = 0;
  beforeEach(() => {
    millis = now();
    Date.now = () => millis;
  });
  afterEach(() => {
    Date.now = now;
  });
  return (passed) => {
    millis += passed;
  };
};
