import { readFile } from "node:fs/promises";

import { expect } from "chai";
import fc from "fast-check";
import { parse } from "yaml";

import { allocateParty, trustedCaller } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { findUnknownPartyMistake } from "../../../middleware/errors/findings.ts";
import { readJsonChild, toJsonPointer } from "../../../middleware/errors/json-pointer.ts";
import { rulesIdentifiedByError } from "../../../middleware/errors/rules.ts";
import type { LedgerApiOptions } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { transports } from "../../support/transports.ts";
import { untyped } from "../../support/untyped.ts";
import { operations } from "../../support/well-formed-requests.ts";

const pages = "node_modules/ledger-in-a-box/docs/errors.md";

describe("hints in errors", () => {
  let served: IouLedger;

  before(async () => {
    served = await iouLedger();
  });

  const create = (templateId: string, more: object = {}) => {
    const { alice, bob } = served;
    const createArguments = { issuer: alice, owner: bob, amount: "1.0", watchers: [], ...more };
    return { CreateCommand: { templateId, createArguments } };
  };
  const exercise = (choice: string) => ({
    ExerciseCommand: {
      templateId: "#iou:Iou:Iou",
      contractId: `00${"ab".repeat(32)}`,
      choice,
      choiceArgument: {},
    },
  });

  for (const { name, serve } of transports) {
    describe(name, () => {
      const answerTo = (path: string, body: unknown, options: Partial<LedgerApiOptions> = {}) =>
        serve(served.ledger, { auth: "disabled", ...options }, (send) =>
          send("POST", path, { body }),
        );
      const hintAt = async (path: string, body: unknown): Promise<unknown> =>
        ((await answerTo(path, body)).json as { hint?: unknown }).hint;
      const submit = "/v2/commands/submit-and-wait";

      it("advise to remove one of two keys of a tagged choice", async () => {
        const commands = { ...create("#iou:Iou:Iou"), ...exercise("Archive") };
        const { headers } = await answerTo(submit, commandsBody(served.alice, commands));
        expect(JSON.parse(headers.get("ledger-hint") ?? "")).to.deep.include({
          pointer: "/commands/0",
          advice:
            'Remove all of these keys but one. With precedence: "participant" (--precedence participant), ' +
            "the first of them in alphabetical order is read, as on a participant.",
        });
      });

      it("name the intended template", async () => {
        const body = commandsBody(served.alice, create("#iou:Iou:Iuo"));
        expect(await hintAt(submit, body)).to.deep.equal({
          cause: null,
          part: "body",
          pointer: "/commands/0/CreateCommand/templateId",
          expected: "the name of a template",
          nearest: "#iou:Iou:Iou",
          advice: "Write #iou:Iou:Iou. Check module and entity, and add the package.",
          rule: null,
          page: `${pages}#templates_or_interfaces_not_found`,
          daml: null,
        });
      });

      it("name the intended choice, and list all choices", async () => {
        const body = { commands: commandsBody(served.alice, exercise("transfr")) };
        const hint = await hintAt("/v2/commands/submit-and-wait-for-transaction", body);
        expect(hint).to.deep.include({
          pointer: "/commands/commands/0/ExerciseCommand/choice",
          nearest: "Transfer",
        });
        expect(hint)
          .to.have.property("expected")
          .that.matches(/^one of .*Archive/);
      });

      it("point to arguments that do not match their type", async () => {
        const body = commandsBody(served.alice, create("#iou:Iou:Iou", { amount: "x" }));
        expect(await hintAt(submit, body)).to.have.property(
          "pointer",
          "/commands/0/CreateCommand/createArguments/amount",
        );
      });

      it("name the misspelled field instead of a missing one, and the rule", async () => {
        const eventFormat = { filtersByParty: { [served.alice]: {} } };
        expect(
          await hintAt("/v2/updates/update-by-id", { update_id: "1220", updateFormat: {} }),
        ).to.deep.equal({
          cause: null,
          part: "body",
          pointer: "/updateId",
          expected: "the field updateId, not update_id",
          nearest: "updateId",
          advice: "Name it updateId, not update_id.",
          rule: "S15.1",
          page: `${pages}#missing_field`,
          daml: null,
        });
        expect(
          await hintAt("/v2/state/active-contracts", { activeAtOffset: 999, eventFormat }),
        ).to.have.property("rule", "S1.1");
        expect(await hintAt(submit, commandsBody([], create("#iou:Iou:Iou")))).to.deep.include({
          pointer: "/actAs",
          rule: "C.3",
        });
      });

      it("give general advice if the ledger knows nothing more specific, and are absent with exact errors", async () => {
        const unknown = await answerTo("/v2/users/nobody/rights", { userId: "nobody" });
        expect(unknown.status).to.equal(404);
        expect(unknown.json).to.have.deep.property("hint", {
          cause: null,
          part: "path parameter user-id",
          pointer: null,
          expected: "the id of a user",
          nearest: null,
          advice: "Check the id, or create the user.",
          rule: null,
          page: `${pages}#user_not_found`,
          daml: null,
        });
        const body = commandsBody(served.alice, create("#iou:Iou:Iuo"));
        const exact = await answerTo(submit, body, { errors: "exact" });
        expect(exact.json).to.have.all.keys(
          "code",
          "cause",
          "correlationId",
          "traceId",
          "context",
          "resources",
          "errorCategory",
          "grpcCodeValue",
          "retryInfo",
          "definiteAnswer",
        );
      });

      it("explain errors that a participant reports as internal", async () => {
        const value = { seconds: 1, nanos: 1 };
        const body = {
          ...commandsBody(served.alice, create("#iou:Iou:Iou")),
          deduplicationPeriod: { DeduplicationDuration: { value } },
        };
        const answer = await answerTo(submit, body);
        expect(answer.status).to.equal(500);
        expect(answer.json).to.deep.include({
          code: "NA",
          errorCategory: -1,
          grpcCodeValue: 13,
          context: {},
          hint: {
            cause: null,
            part: "body",
            pointer: "/deduplicationPeriod",
            expected: "a duration of whole microseconds",
            nearest: null,
            advice: "Give a duration of whole microseconds.",
            rule: null,
            page: `${pages}#ledger_api_internal_error`,
            daml: null,
          },
        });
        expect((await answerTo(submit, body, { errors: "exact" })).json).to.not.have.property(
          "hint",
        );
      });

      it("are in a header if the body has no field for them", async () => {
        await serve(served.ledger, { auth: "disabled" }, async (send) => {
          const { status, text, headers } = await send("DELETE", "/v2/version");
          expect({ status, text }).to.deep.equal({
            status: 405,
            text: "Method Not Allowed (/v2/version supports GET, not DELETE.)",
          });
          const hint = JSON.parse(headers.get("ledger-hint") ?? "") as object;
          expect(hint).to.include({ part: "method", expected: "GET", nearest: "GET" });
          expect(headers.get("allow")).to.equal("GET, HEAD");
        });
        await serve(served.ledger, { auth: "disabled", errors: "exact" }, async (send) => {
          const { headers, text } = await send("DELETE", "/v2/version");
          expect(text).to.equal("Method Not Allowed");
          expect(headers.get("ledger-hint")).to.equal(null);
        });
      });

      it("explain what is wrong with the caller's token, but not if errors are exact", async () => {
        const auth = { hs256Secret: "nobody has it" };
        const answer = await answerTo("/v2/users", { user: { id: "a b" } }, { auth });
        expect(answer.status).to.equal(401);
        expect(answer.json).to.have.nested.property("hint.part", "header Authorization");
        const exact = await answerTo("/v2/users", { user: {} }, { auth, errors: "exact" });
        expect(exact.json).not.to.have.property("hint");
        expect([...exact.headers.keys()]).not.to.include("ledger-hint");
      });
    });
  }

  it("name only existing rules and operations", async () => {
    const text = await readFile(new URL("../../../spec/rules.yaml", import.meta.url), "utf8");
    const groups = parse(text) as readonly { readonly rules: object }[];
    const rules = groups.flatMap((group) => Object.keys(group.rules));
    const ids = operations.map(({ operationId }) => operationId);
    for (const broken of rulesIdentifiedByError) {
      expect(rules).to.include(broken.rule);
      expect(ids).to.include.members([...(broken.operations ?? [])]);
    }
  });
});

describe("toJsonPointer", () => {
  it("escapes special characters in keys", () => {
    for (const [path, body, pointer] of [
      ["a[0].b", { a: [{ b: 1 }] }, "/a/0/b"],
      ["a.b.c[1]", { a: { "b.c": [1, 2] } }, "/a/b.c/1"],
      ["a.k/1~x", { a: { "k/1~x": 1 } }, "/a/k~11~0x"],
      ["a.__proto__.b", { a: {} }, "/a/__proto__/b"],
      ["missing[3].b", {}, "/missing/3/b"],
    ] as const) {
      expect(toJsonPointer(path, body), path).to.equal(pointer);
    }
  });

  it("never throws, and ignores inherited properties", () => {
    const keys = fc.array(
      fc.string({ minLength: 1, unit: fc.constantFrom("a", ".", "[", "]", "/", "0") }),
    );
    fc.assert(
      fc.property(keys, (path) => {
        const body = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), {});
        expect(toJsonPointer(path.join("."), body)).to.match(/^(\/.*)?$/s);
      }),
    );
    expect(readJsonChild({}, "toString")).to.equal(undefined);
  });
});

describe("hint about an unknown party", () => {
  it("names the intended party, even if many other parties occur before it", async () => {
    const ledger = await createLedger({});
    const { party } = (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails;
    const named = [...Array.from({ length: 100 }, () => "somebody else"), "alcie"];
    const parameters = named.map((text, index) => ({ part: `${index}`, name: "parties", text }));
    const request = { body: {}, parameters, ledger, caller: trustedCaller };
    const finding = findUnknownPartyMistake(untyped({}), untyped(request));
    expect(finding).to.include({ part: "100", nearest: party });
    await ledger.close();
  });
});
