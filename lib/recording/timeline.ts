import {
  getExchangeEndTime,
  type RecordedCall,
  type RecordedExchange,
  type RecordedFrame,
  type RecordedStream,
} from "./recording.ts";

/** One action of a client. */
export type RecordedClientAction = { readonly at: number } & (
  | { readonly kind: "call"; readonly call: RecordedCall }
  | { readonly kind: "open"; readonly stream: RecordedStream }
  | { readonly kind: "send"; readonly stream: RecordedStream; readonly frame: RecordedFrame }
  /** The stream ended. All its messages have been received. */
  | { readonly kind: "close"; readonly stream: RecordedStream }
);

/**
 * Returns the actions of all clients, ordered by time. Actions with the same time keep the order of
 * the recording.
 */
export const createReplayTimeline = (
  exchanges: readonly RecordedExchange[],
): readonly RecordedClientAction[] =>
  exchanges.flatMap(listClientActions).sort((one, other) => one.at - other.at);

const listClientActions = (exchange: RecordedExchange): readonly RecordedClientAction[] => {
  if (exchange.kind === "call") return [{ kind: "call", at: exchange.at, call: exchange }];
  const stream = exchange;
  const sent = stream.frames
    .filter(({ from }) => from === "client")
    .map((frame): RecordedClientAction => ({
      kind: "send",
      at: stream.at + frame.at,
      stream,
      frame,
    }));
  return [
    { kind: "open", at: stream.at, stream },
    ...sent,
    { kind: "close", at: getExchangeEndTime(stream), stream },
  ];
};
