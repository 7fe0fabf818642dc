import type { IncomingMessage } from "node:http";

/** Each header of this name, in lower case, by itself and in their order; Node drops or joins some. */
export const headerValues = (
  { rawHeaders }: Pick<IncomingMessage, "rawHeaders">,
  name: string,
): readonly string[] => {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1];
    if (value !== undefined && rawHeaders[index]?.toLowerCase() === name) values.push(value);
  }
  return values;
};
