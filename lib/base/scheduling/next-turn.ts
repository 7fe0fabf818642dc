// As they were when this was loaded: tests put others in their place, which stand still until they are told.
const { setImmediate: immediately, setTimeout: later } = globalThis as Partial<typeof globalThis> &
  Pick<typeof globalThis, "setTimeout">;

/** Once the loop of the platform has gone round: what has come in meanwhile goes first. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (immediately === undefined) later(resolve, 0);
    else immediately(resolve);
  });

/** So often the loop goes round for those who come; what is long has its turn, however many do. */
const mostForNewcomers = 128;

let newcomers = 0;

/** Says that somebody came over a new connection. The platform lets in one of them each time its loop goes round. */
export const someoneCame = (): void => {
  newcomers += 1;
};

/**
 * The next turn of what is long: once the loop has gone round, and again while each time somebody new comes. Who is behind many at the
 * door would otherwise wait for a turn of what is long for each of them.
 */
export const nextLongTurn = async (): Promise<void> => {
  for (let left = mostForNewcomers; left > 0; left -= 1) {
    const before = newcomers;
    await nextTurn();
    if (newcomers === before) return;
  }
};
