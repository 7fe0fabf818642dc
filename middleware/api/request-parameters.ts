import type { RequestParameter } from "../errors/failed-request.ts";
import type { ApiRequest } from "./api-request.ts";

/** Those of path and query, as they were sent. */
export const parametersOf = ({ route, query }: ApiRequest): readonly RequestParameter[] => [
  ...(route.kind === "found" ? route.pathParameters : []).map(([name, text]) => ({
    part: `path parameter ${name}` as const,
    name,
    text: unescaped(text),
  })),
  ...(query === "" ? [] : queryParametersIn(query)),
];

const queryParametersIn = (query: string): readonly RequestParameter[] =>
  Array.from(new URLSearchParams(query), ([name, text]) => ({
    part: `query parameter ${name}` as const,
    name,
    text,
  }));

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
