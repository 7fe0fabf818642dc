import { type MessageAdapter, messageAdapter } from "./adaptations.ts";
import type { DecodingDefinition } from "./decoding-definition.ts";
import type { Handler, Handlers } from "./handler.ts";
import { type DocumentedOperation, readOpenApi } from "./openapi.ts";

/** An operation of an API with its handler. */
export interface Operation extends DocumentedOperation {
  readonly parameterNames: readonly string[];
  /** Content types of the response. */
  readonly answers: readonly string[];
  /** True if the response is a stream. */
  readonly isStream: boolean;
  /** Undefined for an operation that the document has and this server does not implement. */
  readonly handler: Handler | undefined;
  /** Undefined if the messages are those of the ledger. */
  readonly adapter: MessageAdapter | undefined;
}

/**
 * Returns the operations of a document with their handlers, by operation id.
 *
 * @throws RangeError if a handler belongs to no operation of the document.
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
