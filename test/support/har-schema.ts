import { Ajv, type ErrorObject } from "ajv";
import formats from "ajv-formats";

/**
 * Returns the schema of an object of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). All properties are
 * required except those in `optional`; every object may have a comment.
 */
const record = (
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
) => ({
  type: "object",
  properties: { ...properties, comment: text },
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const text = { type: "string" };
const list = (items: object) => ({ type: "array", items });
/** -1 stands for an unknown or inapplicable value. */
const sizeOrNone = { type: "integer", minimum: -1 };
const millisOrNone = { type: "number", minimum: -1 };
const millis = { type: "number", minimum: 0 };
const date = { type: "string", format: "date-time" };

const pairs = list(record({ name: text, value: text }));

const cookies = list(
  record(
    {
      name: text,
      value: text,
      path: text,
      domain: text,
      expires: { anyOf: [date, { const: "" }, { type: "null" }] },
      httpOnly: { type: "boolean" },
      secure: { type: "boolean" },
    },
    ["path", "domain", "expires", "httpOnly", "secure"],
  ),
);

const message = { httpVersion: text, cookies, headers: pairs, headersSize: sizeOrNone };

const postData = {
  ...record({ mimeType: text, text, params: list(record({ name: text })) }, ["text", "params"]),
  anyOf: [{ required: ["text"] }, { required: ["params"] }],
};

const request = record(
  {
    ...message,
    method: { type: "string", minLength: 1 },
    url: { type: "string", format: "uri" },
    queryString: pairs,
    postData,
    bodySize: sizeOrNone,
  },
  ["postData"],
);

const content = record(
  { size: sizeOrNone, compression: { type: "integer" }, mimeType: text, text, encoding: text },
  ["compression", "text", "encoding"],
);

const response = record({
  ...message,
  status: { type: "integer" },
  statusText: text,
  content,
  redirectURL: text,
  bodySize: sizeOrNone,
});

const timings = record(
  {
    blocked: millisOrNone,
    dns: millisOrNone,
    connect: millisOrNone,
    send: millisOrNone,
    wait: millisOrNone,
    receive: millisOrNone,
    ssl: millisOrNone,
  },
  ["blocked", "dns", "connect", "ssl"],
);

const entry = record(
  {
    pageref: text,
    startedDateTime: date,
    time: millis,
    request,
    response,
    cache: { type: "object" },
    timings,
    serverIPAddress: {
      anyOf: [
        { type: "string", format: "ipv4" },
        { type: "string", format: "ipv6" },
      ],
    },
    connection: text,
  },
  ["pageref", "serverIPAddress", "connection"],
);

const log = record({
  version: { const: "1.2" },
  creator: record({ name: text, version: text }),
  entries: list(entry),
});

const ajv = new Ajv({ strictTypes: false, strictRequired: false });
formats.default(ajv);
const validate = ajv.compile(record({ log }));

/** Returns the errors in an HTTP Archive; null if there are none. */
export const harProblems = (har: unknown): readonly ErrorObject[] | null | undefined => {
  validate(har);
  return validate.errors;
};
