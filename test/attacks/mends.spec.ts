import { expect } from "chai";

import { placeFault } from "../support/planting.ts";
import { projectText } from "../support/project-files.ts";
import { type Mend, mends } from "./mends.ts";

/** Of titles that are made of a template, what is before its first value and what is after its last. */
const templates = (spec: string): readonly (readonly [begin: string, end: string])[] =>
  [...spec.matchAll(/\b(?:describe|it)\(\s*`([^`$]*)\$\{[^`]*\}([^`}]*)`/gu)].map(
    ([, begin = "", end = ""]) => [begin, end],
  );

/** Whether running what is named so runs one test: where nothing is named, all that the spec has would run, and any failure count. */
const isThere = ({ spec, test }: Mend): boolean => {
  if (test === "") return false;
  const text = projectText(`test/${spec}.spec.ts`);
  return (
    text.split(test).length === 2 ||
    templates(text).some(([begin, end]) => test.startsWith(begin) && test.endsWith(end))
  );
};

/** `npm run attacks:unmended` takes too long for every run of the tests, and what is stale in it would be noticed too late. */
describe("what holds a class of attacks", () => {
  it("can be taken out: what is changed for that is there, once", () => {
    const faults = mends.flatMap(({ changes }) =>
      changes.flatMap((each) => placeFault(each) ?? []),
    );
    expect(faults).to.deep.equal([]);
    expect(mends.filter(({ changes }) => changes.length === 0)).to.deep.equal([]);
  });

  it("has one test that is to fail then, by its name", () => {
    expect(mends.filter((mend) => !isThere(mend))).to.deep.equal([]);
  });

  it("is told apart by its title", () => {
    expect(new Set(mends.map(({ title }) => title)).size).to.equal(mends.length);
  });
});

describe("a change of the product, for who wants to see what notices it", () => {
  const file = "test/support/planting.ts";

  it("has no place where what it finds is gone, or is there more than once", () => {
    expect(placeFault({ file, find: "no such", replace: "" })).to.equal(
      `${file} has no longer: no such`,
    );
    expect(placeFault({ file, find: "find", replace: "" })).to.match(/has \d+ times: find$/u);
    expect(placeFault({ file, find: "const placeFault", replace: "" })).to.equal(undefined);
  });
});
