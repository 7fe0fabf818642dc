import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** State of an answer. The previous value stays while a new one is loaded. */
export interface AnswerState<Value> {
  readonly value: Value | undefined;
  readonly error: Error | undefined;
  readonly isAsking: boolean;
}

/** Asks when the view is mounted and when `key` changes. */
export const useAnswer = <Value>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Value>,
): AnswerState<Value> => {
  const answer = useSignal<AnswerState<Value>>({
    value: undefined,
    error: undefined,
    isAsking: true,
  });
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
    // The request depends on the key alone.
  }, [key]);
  return answer.value;
};
