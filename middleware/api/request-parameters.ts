import type { RequestParameter } from "../errors/failed-request.ts";
import type { ApiRequest } from "./api-request.ts";

/** Returns the parameters of path and query as they were sent. */
export const parametersOf = ({ route, query }: ApiRequest): readonly RequestParameter[] => {
  const inPath = route.kind === "found" ? route.pathParameters : [];
  if (inPath.length === 0 && query === "") return [];
  return [
    ...inPath.map(([name, text]) => ({
      part: `path parameter ${name}` as const,
      name,
      text: unescaped(text),
    })),
    ...queryParametersIn(query),
  ];
};

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
