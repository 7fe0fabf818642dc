/**
 * Returns an asynchronous generator that can be closed while a reader waits for its next item. Its
 * `return` method aborts the signal that was passed to `generate`, and ends the stream for the
 * waiting reader. If `outer` aborts, the reader gets its reason as an error instead.
 */
export const createClosableStream = <Item>(
  generate: (signal: AbortSignal) => AsyncGenerator<Item, void, undefined>,
  outer?: AbortSignal,
): AsyncIterableIterator<Item, void, undefined> => {
  const closing = new AbortController();
  const signal = outer === undefined ? closing.signal : AbortSignal.any([closing.signal, outer]);
  const items = generate(signal);
  return {
    async next() {
      try {
        return await items.next();
      } catch (error) {
        if (closing.signal.aborted) return finishedIteratorResult;
        throw error;
      }
    },
    async return() {
      closing.abort();
      await items.return().catch(() => undefined);
      return finishedIteratorResult;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

const finishedIteratorResult: IteratorReturnResult<undefined> = { done: true, value: undefined };
