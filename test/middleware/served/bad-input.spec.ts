import { expect } from "chai";

import type { Send } from "../../support/api-client.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { transports } from "../../support/transports.ts";

interface BadRequest {
  readonly title: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status?: number;
  /** Code of the error object. If absent, the error is a text, not an object. */
  readonly code?: string;
  /** A pattern of the text. */
  readonly text?: RegExp;
}

const submit = "/v2/commands/submit-and-wait";
const submitForTransaction = "/v2/commands/submit-and-wait-for-transaction";
const activeContracts = "/v2/state/active-contracts";
const completions = "/v2/commands/completions";

const create = (alice: string, more: object = {}): object => ({
  CreateCommand: {
    templateId: "#iou:Iou:Iou",
    createArguments: { issuer: alice, owner: alice, amount: "1.0", watchers: [], ...more },
  },
});

const nested = (levels: number): unknown => {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
};

const badRequests = ({ alice }: IouLedger): readonly BadRequest[] => {
  const commands = (more: Readonly<Record<string, unknown>>): object =>
    commandsBody(alice, [], { commands: [create(alice)], ...more });
  return [
    { title: "an empty body", path: submit, body: "", text: /empty body/ },
    { title: "no body", path: submit, text: /empty body/ },
    { title: "half an object", path: submit, body: '{"commands":', text: /JSON/ },
    { title: "NaN", path: submit, body: '{"tapsMaxPasses":NaN}', text: /JSON/ },
    { title: "bytes that are not text", path: submit, body: Uint8Array.of(0x7b, 0xff, 0x7d) },
    {
      title: "null as the body",
      path: submit,
      body: "null",
      text: /an object, got null at the top/,
    },
    { title: "a list as the body", path: submit, body: [], text: /an object, got an array/ },
    { title: "a number as the body", path: submit, body: "5", text: /an object, got 5/ },
    {
      title: "a field of the wrong type",
      path: submit,
      body: commands({ commandId: 5 }),
      text: /a string, got 5 at \/commandId/,
    },
    {
      title: "null for a text",
      path: completions,
      body: { userId: null, parties: [alice] },
      text: /\/userId/,
    },
    {
      title: "null in a list",
      path: submit,
      body: commands({ actAs: [null] }),
      text: /\/actAs\/0/,
    },
    {
      title: "commands without commandId",
      path: submit,
      body: { commands: [], actAs: [alice] },
      text: /Missing required field at 'commandId'/,
    },
    {
      title: "commands without actAs",
      path: submit,
      body: { commands: [], commandId: "c" },
      text: /Missing required field at 'actAs'/,
    },
    {
      title: "a request without commands",
      path: submitForTransaction,
      body: {},
      text: /Missing required field at 'commands'/,
    },
    {
      title: "a oneof without a key",
      path: submit,
      body: commands({ commands: [{}] }),
      text: /one of the keys .* got none at \/commands\/0/,
    },
    {
      title: "a oneof with an unknown key",
      path: submit,
      body: commands({ commands: [{ Create: {} }] }),
      text: /got "Create"/,
    },
    {
      title: "a oneof whose content lacks `value`",
      path: submit,
      body: commands({ deduplicationPeriod: { DeduplicationDuration: { seconds: 1 } } }),
      text: /Missing required field at 'value'/,
    },
    {
      title: "an unknown constant",
      path: submitForTransaction,
      body: { commands: commands({}), transactionFormat: { transactionShape: "TREE" } },
      text: /one of TRANSACTION_SHAPE_UNSPECIFIED.* got "TREE"/,
    },
    {
      title: "bad Base64",
      path: submit,
      body: commands({ disclosedContracts: [{ createdEventBlob: "!" }] }),
      text: /Base64/,
    },
    {
      title: "an offset of 2^63",
      path: activeContracts,
      body: `{"activeAtOffset":9223372036854775808,"filter":{}}`,
      text: /a whole number of 64 bits/,
    },
    {
      title: "an offset of 2^63 as a string",
      path: activeContracts,
      body: { activeAtOffset: "9223372036854775808" },
      text: /a whole number of 64 bits/,
    },
    {
      title: "an offset that is larger than the largest JavaScript number",
      path: activeContracts,
      body: `{"activeAtOffset":1e400}`,
      text: /\/activeAtOffset/,
    },
    {
      title: "a deduplication period that is larger than the largest JavaScript number",
      path: submit,
      body: JSON.stringify(
        commands({ deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 7e77 } } } }),
      ).replace("7e+77", "1e400"),
      text: /seconds/,
    },
    {
      title: "a deduplication offset that is an object",
      path: submit,
      body: commands({
        deduplicationPeriod: { DeduplicationOffset: { value: { toString: 1, valueOf: 1 } } },
      }),
      text: /value/,
    },
    {
      title: "an offset as a string with a leading zero",
      path: activeContracts,
      body: { activeAtOffset: "01" },
      text: /a whole number of 64 bits/,
    },
    {
      title: "an offset of 0.5",
      path: activeContracts,
      body: { activeAtOffset: 0.5 },
      text: /\/activeAtOffset/,
    },
    {
      title: "tapsMaxPasses of 2^31",
      path: submit,
      body: commands({ tapsMaxPasses: 2 ** 31 }),
      text: /32 bits/,
    },
    {
      title: "a limit that is not a number",
      path: `${completions}?limit=many`,
      body: {},
      text: /query parameter limit/,
    },
    {
      title: "an offset in the path that is not a number",
      method: "GET",
      path: "/v2/updates/transaction-tree-by-offset/x",
      text: /path parameter offset/,
    },
    {
      title: "bytes in a path that are not UTF-8",
      method: "GET",
      path: "/v2/users/%E0%A4",
      code: "INVALID_ARGUMENT",
    },
    {
      title: "JSON nested deeper than the reader allows",
      path: submit,
      body: commands({ commands: [create(alice, { watchers: nested(300) })] }),
      text: /nesting/,
    },
    {
      title: "a value nested deeper than Daml allows",
      path: submit,
      body: commands({ commands: [create(alice, { watchers: nested(150) })] }),
      status: 500,
      code: "LEDGER_API_INTERNAL_ERROR",
    },
    {
      title: "a negative offset",
      path: activeContracts,
      body: { activeAtOffset: -1, eventFormat: { filtersByParty: { [alice]: {} } } },
      code: "NEGATIVE_OFFSET",
    },
    {
      title: "no format",
      path: activeContracts,
      body: { activeAtOffset: 0 },
      code: "INVALID_ARGUMENT",
    },
    {
      title: "a lookup without updateId",
      path: "/v2/updates/update-by-id",
      body: {},
      code: "MISSING_FIELD",
    },
    {
      title: "an empty command list",
      path: submit,
      body: commands({ commands: [] }),
      code: "MISSING_FIELD",
    },
    {
      title: "__proto__ as a party",
      path: submit,
      body: commands({ actAs: ["__proto__"], commands: [create("__proto__")] }),
      status: 404,
      code: "UNKNOWN_INFORMEES",
    },
    {
      title: "a lone surrogate in an id",
      path: submit,
      body: commands({ commandId: "\ud800" }),
      code: "INVALID_FIELD",
    },
    {
      title: "a control character in an id",
      path: submit,
      body: commands({ commandId: "a\u0000" }),
      code: "INVALID_FIELD",
    },
    {
      title: "an unknown template",
      path: submit,
      body: commands({
        commands: [{ CreateCommand: { templateId: "#iou:Iou:Nope", createArguments: {} } }],
      }),
      status: 404,
      code: "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    },
    {
      title: "a user in the path that is not the one in the body",
      path: "/v2/users/ann/rights",
      body: { userId: "bob", rights: [] },
      code: "INVALID_ARGUMENT",
    },
    {
      title: "a history page with text as its size",
      path: "/v0/transactions",
      body: { page_size: "10" },
      text: /a whole number.*page_size/,
    },
    {
      title: "a history page in an unknown order",
      path: "/v0/transactions",
      body: { page_size: 1, sort_order: "up" },
      text: /one of asc, desc/,
    },
    {
      title: "a history page without size",
      path: "/v0/transactions",
      body: {},
      text: /Missing required field at 'page_size'/,
    },
  ];
};

const expectRefusal = async (send: Send, request: BadRequest): Promise<void> => {
  const { method = "POST", path, body, status = 400, code, text = /./ } = request;
  const answer = await send(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).to.equal(status);
  if (code !== undefined) return expect(answer.json).to.include({ code }) as never;
  expect(answer.contentType).to.equal(path.startsWith("/v0") ? "application/json" : "text/plain");
  expect(answer.text).to.match(text);
  if (!path.startsWith("/v0")) expect(answer.text).to.match(/^Invalid value for: /);
};

describe("bad input", () => {
  for (const { name, serve } of transports) {
    it(`is refused ${name}, with the reason, and changes nothing`, async () => {
      const served = await iouLedger();
      const { ledger } = served;
      const { state } = ledger;
      const defects: unknown[] = [];
      const options = {
        auth: "disabled",
        onUnexpectedError: (error: unknown) => defects.push(error),
      } as const;
      await serve(ledger, options, async (send) => {
        for (const request of badRequests(served)) {
          await expectRefusal(send, request).catch((error: unknown) => {
            throw new TypeError(`${request.title}: ${String(error)}`);
          });
        }
        expect((await send("GET", "/livez")).status).to.equal(200);
      });
      expect(defects).to.deep.equal([]);
      expect(ledger.state).to.equal(state);
    });
  }
});
