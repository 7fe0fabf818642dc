import { followReference, isList, isObject, type JsonObject,requireObject, requireText } from "./json.ts";

/** An operation that returns a stream; over HTTP it returns a list. */
export interface StreamOperation {
  readonly path: string;
  readonly operation: JsonObject;
}

/** Returns the operations that end after an idle timeout. */
export const listStreamOperations = (document: JsonObject): readonly StreamOperation[] =>
  Object.entries(requireObject(document["paths"])).flatMap(([path, item]) => {
    const operation = requireObject(item)["post"];
    return isObject(operation) && hasIdleTimeParameter(document, operation) ? [{ path, operation }] : [];
  });

const hasIdleTimeParameter = (document: JsonObject, { parameters }: JsonObject): boolean =>
  isList(parameters) &&
  parameters.some(
    (parameter) =>
      requireText(followReference(document, requireObject(parameter))["name"]) === "stream_idle_timeout_ms",
  );
