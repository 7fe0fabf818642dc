import { asObject, asText, dereferenced, isList, isObject, type JsonObject } from "./json.ts";

/** An operation whose answer is a stream; over HTTP it is cut off to a list. */
export interface StreamOperation {
  readonly path: string;
  readonly operation: JsonObject;
}

/** The operations that can be left when they are idle: those that go on otherwise. */
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
