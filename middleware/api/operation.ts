import { type MessageAdapter, messageAdapter } from "./adaptations.ts";
import type { DecodingDefinition } from "./decoding-definition.ts";
import type { Handler, Handlers } from "./handler.ts";
import { type DocumentedOperation, readOpenApi } from "./openapi.ts";

/** An operation of an API as the pipeline carries it out. */
export interface Operation extends DocumentedOperation {
  readonly parameterNames: readonly string[];
  /** The content types that it answers with. */
  readonly answers: readonly string[];
  /** Whether its answer is a stream. */
  readonly isStream: boolean;
  /** Undefined where the document has it and nobody serves it. */
  readonly handler: Handler | undefined;
  /** Undefined where the messages are as the ledger reads and writes them. */
  readonly adapter: MessageAdapter | undefined;
}

/**
 * The operations of a document with their handlers, by operation id.
 *
 * @throws RangeError when a handler is for no operation of the document.
 */
export const registerHandlers = (
  decoding: DecodingDefinition,
  handlers: Handlers,
): ReadonlyMap<string, Operation> => {
  const operations = new Map(
    readOpenApi(decoding).map((documented) => [
      documented.operationId,
      registered(documented, decoding, handlers),
    ]),
  );
  const stray = Object.keys(handlers).filter((operationId) => !operations.has(operationId));
  if (stray.length > 0) throw new RangeError(`No operation is called ${stray.join(", ")}.`);
  return operations;
};

const registered = (
  documented: DocumentedOperation,
  { answers, streams, adaptations }: DecodingDefinition,
  handlers: Handlers,
): Operation => {
  const { operationId, parameters } = documented;
  return {
    ...documented,
    parameterNames: parameters.filter((each) => each.in === "query").map(({ name }) => name),
    answers: answers[operationId] ?? ["application/json"],
    isStream: streams.includes(operationId),
    handler: handlers[operationId],
    adapter: messageAdapter(adaptations, operationId),
  };
};
