import { expect } from "chai";

import {
  maxDateInDays,
  maxTimestampMicros,
  minDateDays,
  minTimestampMicros,
} from "../../../../lib/base/values/time.ts";
import { daArithmeticErrorPackage } from "../../../../lib/contracts/daml-lf/known/stable-packages.ts";
import { archiveOf, assembleDar, assemblePackage } from "../../../support/lf/assemble.ts";
import { module } from "../../../support/lf/definitions.ts";
import { darOf, load, refusal, withValue } from "../../../support/lf/load.ts";
import { MessageWriter } from "../../../support/lf/message-writer.ts";
import {
  accepted,
  firstString,
  interned,
  nameOf,
  type RawPackage,
  reference,
  refused,
  unitExpr,
  type Write,
} from "../tables/raw-package.ts";

describe("package decoder", () => {
  it("refuses Daml-LF 1 and unknown versions", () => {
    const first = new MessageWriter().string(3, "15").bytes(2, new Uint8Array()).finish();
    expect(refusal(darOf(archiveOf(first).archive))).to.equal("ALLOWED_LANGUAGE_VERSIONS");
    for (const languageVersion of ["2.4-rc1", "2.0", "2.dev", "2.99"]) {
      expect(refusal(assembleDar(withValue("Int64", "1", languageVersion)))).to.equal(
        "ALLOWED_LANGUAGE_VERSIONS",
      );
    }
    expect(load(assembleDar(withValue("Int64", "1", "2.dev")), { allowDev: true })).to.have.length(
      1,
    );
  });

  it("refuses unknown fields", () => {
    const payload = new MessageWriter()
      .string(3, "1")
      .bytes(4, new MessageWriter().int(99, 1).finish())
      .finish();
    expect(refusal(darOf(archiveOf(payload).archive))).to.equal("DAR_PARSE_ERROR");
  });

  it("refuses messages nested too deeply @slow", () => {
    let type = new MessageWriter().message(3, (m) => m.int(1, 0)).finish();
    for (let depth = 0; depth < 5000; depth += 1) {
      const inner = type;
      type = new MessageWriter().message(3, (m) => m.int(1, 9).bytes(2, inner)).finish();
    }
    const body = new MessageWriter().bytes(5, type).finish();
    const payload = new MessageWriter().string(3, "1").bytes(4, body).finish();
    expect(refusal(darOf(archiveOf(payload).archive))).to.equal("DAR_PARSE_ERROR");
  });

  it("accepts references to any package by id before 2.2, and later only to stable packages", () => {
    const referring = (packageId: string): RawPackage => ({
      moreStrings: [packageId],
      expr: (expr) =>
        expr.message(3, (name) =>
          name.message(1, (inModule) =>
            inModule.message(1, (inPackage) => inPackage.chosenInt(3, firstString)),
          ),
        ),
    });
    const rows = [
      ...accepted("stable", referring(daArithmeticErrorPackage.packageId)),
      ...accepted("another", referring("ab".repeat(32)), ["2.1"]),
      ...refused("another", referring("ab".repeat(32)), ["2.2", "2.3"]),
    ];
    for (const { written, run, gives } of rows) expect(run?.(), written).to.equal(gives);
  });

  it("refuses malformed names and versions", () => {
    for (const [name, version] of [
      ["a b", "1.0.0"],
      ["", "1.0.0"],
      ["a", "1.0.0-rc1"],
      ["a", "01.0"],
      ["a", ""],
    ] as const) {
      const bad = assemblePackage({ name, version, modules: [] });
      expect(refusal(assembleDar(bad)), `${name} ${version}`).to.equal("DAR_PARSE_ERROR");
    }
  });

  it("accepts lists of imported packages from 2.2 on", () => {
    for (const more of [
      (message: MessageWriter) => message.string(8, "it imports nothing"),
      (message: MessageWriter) => message.message(9, () => undefined),
    ]) {
      for (const { written, run, gives } of [
        ...refused("a list", { more }, ["2.1"]),
        ...accepted("a list", { more }, ["2.2", "2.3"]),
      ]) {
        expect(run?.(), written).to.equal(gives);
      }
    }
  });

  it("refuses instants and days outside the years 1 to 9999", () => {
    const literal = (write: Write): RawPackage => ({ expr: (expr) => expr.message(6, write) });
    const instant = (micros: bigint) => literal((m) => m.sfixed64(2, micros));
    const day = (days: number) => literal((m) => m.chosenInt(5, days));
    for (const { written, run, gives } of [
      ...[minTimestampMicros, maxTimestampMicros].flatMap((each) =>
        accepted(`${each} µs`, instant(each)),
      ),
      ...[minTimestampMicros - 1n, maxTimestampMicros + 1n].flatMap((each) =>
        refused(`${each} µs`, instant(each)),
      ),
      ...[minDateDays, maxDateInDays].flatMap((each) => accepted(`${each} days`, day(each))),
      ...[minDateDays - 1, maxDateInDays + 1].flatMap((each) => refused(`${each} days`, day(each))),
    ]) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("reads the names of experimental functions, which are not in a table", () => {
    const experimental: RawPackage = {
      expr: (expr) =>
        expr.message(9999, (inner) => inner.string(1, "ANSWER").message(2, interned(0))),
    };
    for (const { written, run, gives } of accepted("a function", experimental, ["2.dev"])) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("refuses malformed names", () => {
    const named = (name: string): RawPackage => ({
      moreStrings: [name],
      expr: (expr) =>
        expr.message(17, (lambda) =>
          lambda
            .message(1, (parameter) => parameter.message(2, interned(0)).int(3, firstString))
            .message(2, unitExpr),
        ),
    });
    const dotted = (name: string): RawPackage => ({
      moreStrings: [name],
      more: (message) => message.message(3, (segments) => segments.packed(1, [0, firstString])),
    });
    for (const source of [named, dotted]) {
      for (const { written, run, gives } of [
        ...accepted("a name", source("$x_1"), ["2.1"]),
        ...["", "1", "a b", "a:b", "a.b", "ä", "x".repeat(1001)].flatMap((name) =>
          refused(`the name ${name}`, source(name), ["2.1"]),
        ),
      ]) {
        expect(run?.(), written).to.equal(gives);
      }
    }
  });

  it("refuses duplicate definitions", () => {
    const twice = assemblePackage({
      name: "bad",
      version: "1.0.0",
      modules: [module("Main", {}), module("Main", {})],
    });
    expect(refusal(assembleDar(twice))).to.equal("DAR_PARSE_ERROR");
    const method: Write = (m) =>
      m.message(3, (inner) => inner.int(2, nameOf("b")).message(3, interned(0)));
    const requires: Write = (m) => m.message(7, reference("J"));
    const inInterface = (...parts: readonly Write[]): RawPackage => ({
      definitions: (m) =>
        m.message(8, (inner) => {
          inner.int(2, nameOf("I")).int(4, nameOf("a")).message(6, interned(0));
          for (const part of parts) part(inner);
        }),
    });
    for (const { written, run, gives } of [
      ...accepted("a method", inInterface(method)),
      ...refused("two methods", inInterface(method, method)),
      ...accepted("a requirement", inInterface(requires)),
      ...refused("two requirements", inInterface(requires, requires)),
    ]) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("refuses a module without feature flags", () => {
    for (const { written, run, gives } of refused("no flags", { flags: null })) {
      expect(run?.(), written).to.equal(gives);
    }
  });
});
