import type { BrokenRequest, Corpus } from "../broken-request.ts";
import { activeContracts, commands, paths } from "../valid.ts";
import { as } from "../world.ts";

/** Bodies that are not JSON, or not the expected one. */
export const bodies: Corpus = (world) => {
  const valid = JSON.stringify(commands(world));
  const sent =
    (path: string) =>
    (
      mistake: string,
      body: unknown,
      says: RegExp,
      headers: Readonly<Record<string, string>> = {},
      status = 400,
      at = "body",
    ): BrokenRequest => ({
      mistake,
      method: "POST",
      path,
      headers: { ...as("ann"), ...headers },
      ...(body === undefined ? {} : { body }),
      teaches: { status, at, says },
    });
  const submit = sent(paths.submit);
  const read = sent(paths.activeContracts);
  const quoted = /double quotes/;

  return [
    submit("submits nothing", undefined, /JSON object/),
    submit("submits an empty text", "", /JSON object/),
    submit("submits blanks", "   ", /JSON object|double quotes/),
    submit("submits a word", "create", quoted),
    submit("loses the last brace", valid.slice(0, -1), quoted),
    submit("leaves a comma at the end", valid.replace(/\}$/, ",}"), /comma/),
    submit("writes single quotes", valid.replaceAll('"', "'"), quoted),
    submit("omits quotes", "{commands: []}", quoted),
    submit("comments JSON", `// a command\n${valid}`, /comments/),
    submit("comments within JSON", valid.replace("{", "{/* a command */"), /comments/),
    submit("submits JavaScript", `JSON.stringify(${valid})`, quoted),
    submit("submits an object as text", "[object Object]", /JSON\.stringify/),
    submit("submits undefined", "undefined", /JSON\.stringify|double quotes/),
    submit("submits NaN", '{"actAs": NaN}', quoted),
    submit("submits YAML", "commands:\n  - CreateCommand:\n", quoted),
    submit("submits a form", "commands=x&actAs=alice", quoted, {
      "content-type": "application/x-www-form-urlencoded",
    }),
    submit("submits several objects", `${valid}\n${valid}`, quoted),
    submit("submits curl's file argument instead of the file", "@body.json", /--data-binary|file/),
    submit("submits a page", "<html></html>", quoted),
    submit("encodes JSON twice", JSON.stringify(valid), /object/, {}, 400, ""),
    submit("submits null", "null", /object/, {}, 400, ""),
    submit("submits a number", "7", /object/, {}, 400, ""),
    submit("submits a list", "[]", /object/, {}, 400, ""),
    submit("submits true", "true", /object/, {}, 400, ""),
    submit("submits bytes that are not UTF-8", Uint8Array.of(0xff, 0xfe, 0x00), quoted),
    submit("submits UTF-16", new Uint8Array(Buffer.from(valid, "utf16le")), quoted),
    submit("begins with a byte order mark", `\uFEFF${valid.slice(0, -1)}`, quoted),
    submit("submits Base64", Buffer.from(valid).toString("base64"), quoted),
    submit("compresses the body", Uint8Array.of(31, 139, 8, 0), /double quotes|uncompressed/, {
      "content-encoding": "gzip",
    }),
    read("reads without a body", undefined, /JSON object/),
    read("sends a query string in place of the body", "activeAtOffset=1", quoted),
    read("reads with a cut body", JSON.stringify(activeContracts(world)).slice(0, 20), quoted),
    read("reads with a text", '"all"', /object/, {}, 400, ""),
  ];
};
