import { expect } from "chai";

/** Splits a command line into words like a POSIX shell. The only escape outside quotes is `\'`. */
const words = (line: string): readonly string[] => {
  const found: string[] = [];
  const pattern = /((?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+)/g;
  for (const [word] of line.matchAll(pattern)) {
    found.push(
      word.replace(
        /'([^']*)'|"([^"]*)"|\\(')/g,
        (_all, single?: string, double?: string, escaped?: string) =>
          single ?? double ?? escaped ?? "",
      ),
    );
  }
  return found;
};

/** Executes a curl command line. Supports only the options that our start-up text and documents use. */
export const curl = async (
  line: string,
): Promise<{ readonly status: number; readonly json: unknown }> => {
  const [program, ...rest] = words(line);
  expect(program).to.equal("curl");
  const headers = new Headers();
  let [url, body] = ["", undefined as string | undefined];
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? "";
    if (word === "-s") continue;
    if (word === "-d") {
      body = rest[++index];
    } else if (word === "-H") {
      const [name = "", value = ""] = (rest[++index] ?? "").split(/: (.*)/);
      headers.set(name, value);
    } else {
      url = word;
    }
  }
  const response = await fetch(url, {
    headers,
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, json: await response.json() };
};

/** Returns the lines of a text that call curl. */
export const curlLines = (output: string): readonly string[] =>
  output.split("\n").filter((line) => line.startsWith("curl "));
