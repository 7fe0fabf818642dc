// As they were when this was loaded: tests put others in their place, which stand still until they are told.
const { setImmediate: immediately, setTimeout: later } = globalThis as Partial<typeof globalThis> &
  Pick<typeof globalThis, "setTimeout">;

/** Once the loop of the platform has gone round: what has come in meanwhile goes first. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (immediately === undefined) later(resolve, 0);
    else immediately(resolve);
  });
