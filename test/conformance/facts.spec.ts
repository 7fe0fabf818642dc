import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { sharedFile } from "../support/shared.ts";
import { conformanceCoverage } from "./coverage.ts";

interface Fact {
  readonly line: number;
  /** The number of the endpoint that the fact is about, if it is about one. */
  readonly endpoint: string | undefined;
  readonly text: string;
  readonly rules: readonly string[];
}

const factsOf = (table: string): readonly Fact[] =>
  table
    .trimEnd()
    .split("\n")
    .map((row, index): Fact => {
      const [about = "", text = "", rules = ""] = row.split("\t");
      return {
        line: index + 1,
        endpoint: /^\d+(?= )/u.exec(about)?.[0],
        text,
        rules: rules.match(/\b(?:[A-Z]|S\d+)\.\d+\b/gu) ?? [],
      };
    })
    .slice(1);

/** Lines of the facts that this project assigns to each rule; the table assigns the others. */
const given = parse(readFileSync(join(import.meta.dirname, "facts.yaml"), "utf8")) as Readonly<
  Record<string, readonly number[]>
>;
const givenTo = (line: number): readonly string[] =>
  Object.keys(given).filter((rule) => given[rule]?.includes(line));

describe("facts of the specification", () => {
  let facts: readonly Fact[];

  before(function () {
    const table = sharedFile(this, "conformance", "seed-audit.tsv");
    facts = factsOf(new TextDecoder().decode(table));
  });

  it("each belong to a rule that exists", () => {
    expect(facts).to.have.length.above(850);
    const known = new Set(conformanceCoverage().map(({ id }) => id));
    const without = facts.filter(({ line, rules }) => {
      const of = [...rules, ...givenTo(line)];
      return of.length === 0 || !of.every((rule) => known.has(rule));
    });
    expect(without).to.deep.equal([]);
  });

  it("are assigned to a rule of their endpoint or a general rule; facts without an endpoint may have any rule", () => {
    const astray = Object.entries(given).flatMap(([rule, lines]) =>
      lines.flatMap((line) => {
        const fact = facts.find((candidate) => candidate.line === line);
        if (fact === undefined || fact.rules.length > 0) return [{ rule, line, text: fact?.text }];
        const endpoint = /^S(\d+)\./u.exec(rule)?.[1];
        const fits = endpoint === undefined || [endpoint, undefined].includes(fact.endpoint);
        return fits ? [] : [{ rule, line, text: fact.text }];
      }),
    );
    expect(astray).to.deep.equal([]);
  });
});
