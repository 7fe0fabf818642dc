import { asObject, asText, dereferenced, isList, isObject, type JsonObject } from "./json.ts";

/** An operation that returns a stream; over HTTP it returns a list. */
export interface StreamOperation {
  readonly path: string;
  readonly operation: JsonObject;
}

/** Returns the operations that end after an idle timeout. */
export const streamsOf = (document: JsonObject): readonly StreamOperation[] =>
  Object.entries(asObject(document["paths"])).flatMap(([path, item]) => {
    const operation = asObject(item)["post"];
    return isObject(operation) && hasIdleTime(document, operation) ? [{ path, operation }] : [];
  });

const hasIdleTime = (document: JsonObject, { parameters }: JsonObject): boolean =>
  isList(parameters) &&
  parameters.some(
    (parameter) =>
      asText(dereferenced(document, asObject(parameter))["name"]) === "stream_idle_timeout_ms",
  );
