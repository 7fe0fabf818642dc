import { expect } from "chai";
import fc from "fast-check";

import { formatRequestLogLine, type RequestRecord } from "../../../middleware/index.ts";
import { formatRedactedBody } from "../../../middleware/log/format-redacted-body.ts";
import { toPrintableText, toPrintableWord } from "../../../middleware/log/printable.ts";
import { redactSecrets } from "../../../middleware/log/redact-secrets.ts";
import { arbitraryCharacter } from "../../support/arbitrary-character.ts";
import { runs } from "../../support/properties.ts";

const record: RequestRecord = {
  via: "http",
  method: "POST",
  path: "/v2/users",
  operationId: "createUser",
  principal: "ann",
  status: 200,
  millis: 1.234,
  traceId: undefined,
  correlationId: undefined,
  error: undefined,
  note: undefined,
  requestBody: undefined,
  answerBody: undefined,
};

/** Splits into lines as terminals and log collectors do. */
const lines = (text: string): readonly string[] => text.split(/[\n\v\f\r\u0085\u2028\u2029]/u);

describe("line of the request log", () => {
  it("contains method, path, principal, status and time", () => {
    expect(formatRequestLogLine(record)).to.equal("POST /v2/users ann 200 1.2 ms");
    const stream = {
      ...record,
      via: "websocket",
      method: "GET",
      status: 101,
      millis: 12.3,
    } as const;
    expect(formatRequestLogLine({ ...stream, principal: undefined })).to.equal(
      "WS /v2/users - 101 12 ms",
    );
  });

  it("contains the ids and the cause of an error, with bodies below", () => {
    const failed = {
      ...record,
      status: 404,
      traceId: "t",
      correlationId: "c",
      error: { code: "USER_NOT_FOUND", cause: "There is none." },
      requestBody: "{}",
      answerBody: "[]",
    };
    expect(lines(formatRequestLogLine(failed))).to.deep.equal([
      "POST /v2/users ann 404 1.2 ms trace=t correlation=c USER_NOT_FOUND: There is none.",
      "  > {}",
      "  < []",
    ]);
    expect(formatRequestLogLine({ ...failed, correlationId: "t" })).to.not.include("correlation");
  });

  it("marks deprecated operations", () => {
    expect(formatRequestLogLine({ ...record, deprecated: "An older form." })).to.equal(
      "POST /v2/users ann 200 1.2 ms deprecated: An older form.",
    );
  });

  it("cannot be forged and cannot control a terminal, for any input @property", () => {
    const wild = fc.string({ unit: arbitraryCharacter, maxLength: 50 });
    fc.assert(
      fc.property(wild, (text) => {
        for (const written of [toPrintableText(text), formatRedactedBody({ kind: "text", text })]) {
          expect(written).to.not.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        }
        expect(toPrintableWord(text)).to.not.match(/\s/u);
        expect(
          lines(formatRedactedBody({ kind: "json", value: { [text]: [text] } })),
        ).to.have.length(1);
      }),
      { numRuns: runs(25) },
    );
    expect(toPrintableText("a\u001b[31mb\u202ec\ud800")).to.equal("a%1B[31mb%E2%80%AEc\u{fffd}");
  });

  it("is short for a body of any size and depth, and for a text of any length", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const wide = { all: Array.from({ length: 100_000 }, (_, index) => index) };
    for (const value of [deep, wide, "x".repeat(1_000_000)]) {
      expect(formatRedactedBody({ kind: "json", value }).length).to.be.at.most(2_001);
    }
    expect(toPrintableText("x".repeat(1_000_000)).length).to.equal(1_001);
  });
});

describe("text for the log", () => {
  it("omits secrets in query strings", () => {
    for (const text of ["?a=1&api_key=x", "/p?token=x#y", "??secret=x", "?a?b&sig=x"]) {
      expect(redactSecrets(text)).to.contain("=<hidden>").and.not.contain("=x");
    }
  });

  it("is written in linear time for any content @slow", () => {
    const before = process.cpuUsage();
    for (const part of [
      "?",
      "&",
      "?&",
      "eyJ",
      "bearer ",
      "://",
      "-----BEGIN ",
      "-----BEGIN PRIVATE KEY-----",
    ]) {
      redactSecrets(`?${part.repeat(200_000)}`);
    }
    const { user, system } = process.cpuUsage(before);
    // It takes some milliseconds; a quadratic implementation took half a minute.
    expect((user + system) / 1_000).to.be.below(2_000);
  });
});
