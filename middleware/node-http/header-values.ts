import type { IncomingMessage } from "node:http";

/**
 * Returns the values of all headers with this lower-case name, in order; Node's `headers` drops or
 * joins some.
 */
export const getHeaderValues = (
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
