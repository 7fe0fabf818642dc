/** How somebody who waits is told. Only the first call counts. */
export interface Settlers {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waits for what `begin` hands its settlers to, or rejects with the signal's reason. `begin` returns
 * how to forget the settlers, which an abort calls.
 */
export const abortable = (
  signal: AbortSignal | undefined,
  begin: (settlers: Settlers) => () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const settled = (): void => signal?.removeEventListener("abort", abort);
    const settlers: Settlers = {
      resolve: () => {
        settled();
        resolve();
      },
      reject: (error) => {
        settled();
        // Whatever the abort's reason is, an Error or not.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(error);
      },
    };
    const abort = (): void => {
      forget();
      settlers.reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    const forget = begin(settlers);
  });
