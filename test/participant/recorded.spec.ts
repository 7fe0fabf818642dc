import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { expect } from "chai";

import { recordedRefusals } from "../support/catalogue/recorded-refusals.ts";
import { asText, isObject, type Json } from "../support/json.ts";
import { requireShared } from "../support/shared.ts";

/** Error codes with another form than the recorded one, with the reason. */
const apart: ReadonlyMap<string, string> = new Map([
  [
    "SUBMISSION_ALREADY_IN_FLIGHT",
    "this ledger refuses the duplicate before the command has a submission id",
  ],
  ["UPDATE_NOT_FOUND", "lookups by id were recorded; those by offset name another resource"],
]);

/** Returns the parts of an error on which programs depend, without values that differ between ledgers. */
const formOf = (refusal: Readonly<Record<string, unknown>>): string => {
  const { context, resources } = refusal;
  return JSON.stringify([
    ...["errorCategory", "grpcCodeValue", "retryInfo", "definiteAnswer"].map((key) => refusal[key]),
    Object.keys(context as object)
      // A field of the request that is longer than the response.
      .filter((key) => key !== "commands")
      .sort(),
    (resources as readonly (readonly string[])[]).map(([type]) => type),
  ]);
};

const recordedForms = (folder: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const forms = new Map<string, Set<string>>();
  for (const file of readdirSync(folder)) {
    const calls = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as readonly {
      readonly status: number;
      readonly body: Json;
    }[];
    for (const { status, body } of calls) {
      if (!isObject(body) || !isObject(body["context"])) continue;
      const key = `${status} ${asText(body["code"])}`;
      forms.set(key, (forms.get(key) ?? new Set()).add(formOf(body)));
    }
  }
  return forms;
};

describe("errors of the catalogue's cases", () => {
  it("have the form of a participant's recorded error with the same code", function () {
    const folder = requireShared(this, "oracle/twin/recorded");
    const forms = recordedForms(folder);
    let compared = 0;
    for (const [name, refusals] of recordedRefusals) {
      for (const refusal of refusals) {
        const code = String(refusal["code"]);
        const known = forms.get(`${String(refusal["status"])} ${code}`);
        if (known === undefined || apart.has(code)) continue;
        expect([...known], name).to.include(formOf(refusal));
        compared++;
      }
    }
    expect(compared).to.be.greaterThan(100);
  });
});
