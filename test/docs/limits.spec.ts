import { expect } from "chai";

import { defaultConfig } from "../../lib/api.ts";
import { categoryByErrorCode } from "../../lib/base/errors/catalogue.ts";
import { defaultDarLimits } from "../../lib/contracts/daml-lf/archive/dar.ts";
import { defaultDamlEngineLimits } from "../../lib/contracts/daml-lf/engine/engine.ts";
import { defaultRequestJournalLimits } from "../../lib/operations/request-journal/request-journal.ts";
import { defaultBodyQuotaLimits } from "../../middleware/quotas/body-quota.ts";
import { projectText } from "../support/project-files.ts";

const text = projectText("docs/limits.md");

/** The limits on the page by name, with the default and the text about exceeding it. */
const rows = new Map(
  [...text.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\| [^|]+ \| ([^|]+?) +\|$/gmu)].map(
    ([, name = "", preset = "", beyond = ""]) => [name, { preset, beyond }],
  ),
);

const units: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  second: 1000,
  minute: 60_000,
  day: 86_400_000,
};

/** Parses an amount on the page. Returns bytes, milliseconds, or a number without unit. */
const amountOf = (preset: string): number => {
  const [, digits = "", unit = ""] = /^([\d.,]+) ?(\w*?)s?$/u.exec(preset) ?? [];
  return Number(digits.replaceAll(",", "")) * (units[unit] ?? 1);
};

/** Returns the ledger's value in the unit of {@link amountOf}. */
const amountIn = (name: string, value: number | bigint): number =>
  name.endsWith("Micros") ? Number(value) / 1000 : Number(value);

/** Options of the configuration that are not limits. */
const isSetting = new Set(["protocolVersion", "otherParticipants"]);

const limits = Object.entries({
  ...defaultConfig,
  ...defaultDamlEngineLimits,
  ...defaultDarLimits,
  ...defaultBodyQuotaLimits,
  ...defaultRequestJournalLimits,
})
  .filter((entry): entry is [string, number | bigint] => typeof entry[1] !== "string")
  .filter(([name, value]) => typeof value !== "boolean" && !isSetting.has(name));

describe("page of limits", () => {
  it("has every limit and no others", () => {
    expect([...rows.keys()].sort()).to.deep.equal(limits.map(([name]) => name).sort());
  });

  for (const [name, value] of limits) {
    it(`states the default of ${name}, and names only error codes that exist`, () => {
      const { preset, beyond } = rows.get(name) ?? { preset: "", beyond: "" };
      expect(amountOf(preset)).to.equal(amountIn(name, value));
      for (const [code] of beyond.matchAll(/\b[A-Z]+_[A-Z_]+\b/gu)) {
        expect(categoryByErrorCode).to.have.property(code);
      }
    });
  }
});
