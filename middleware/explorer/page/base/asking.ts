import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** What is known of an answer; while it is asked for again, the one before stays. */
export interface Answer<Value> {
  readonly value: Value | undefined;
  readonly error: Error | undefined;
  readonly isAsking: boolean;
}

/** Asks when the view is shown and whenever `key` changes. */
export const useAnswer = <Value>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Value>,
): Answer<Value> => {
  const answer = useSignal<Answer<Value>>({ value: undefined, error: undefined, isAsking: true });
  useEffect(() => {
    const stop = new AbortController();
    answer.value = { ...answer.peek(), isAsking: true };
    ask(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) answer.value = { value, error: undefined, isAsking: false };
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        answer.value = { value: undefined, error: error as Error, isAsking: false };
      },
    );
    return () => stop.abort();
    // What is asked follows from the key alone.
  }, [key]);
  return answer.value;
};
