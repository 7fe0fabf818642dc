import { expect } from "chai";
import fc from "fast-check";

import {
  arePartySetsEqual,
  containsParties,
  createPartySet,
  partiesIntersect,
  subtractParties,
  unitePartySets,
} from "../../../lib/base/model/party-set.ts";
import { runs } from "../../support/properties.ts";

const parties = fc.array(fc.constantFrom("a", "B", "b", "c::1", "c::2", "z"), { maxLength: 6 });
const law = (check: (left: string[], right: string[]) => void): void =>
  fc.assert(fc.property(parties, parties, check), { numRuns: runs(200) });

describe("party sets", () => {
  it("sorts parties by code unit without duplicates", () => {
    expect(createPartySet(["b", "a", "B", "b"])).to.deep.equal(["B", "a", "b"]);
    expect(createPartySet([])).to.deep.equal([]);
  });

  it("joins party sets", () => {
    law((left, right) => {
      const union = unitePartySets(createPartySet(left), createPartySet(right));
      expect(union).to.deep.equal(createPartySet([...left, ...right]));
    });
  });

  it("returns one of the joined sets when the other adds nothing", () => {
    const [all, one] = [createPartySet(["a", "b"]), createPartySet(["b"])];
    expect(unitePartySets(all, one)).to.equal(all);
    expect(unitePartySets(one, all)).to.equal(all);
  });

  it("decides whether one party set contains another", () => {
    law((left, right) => {
      const expected = right.every((party) => left.includes(party));
      expect(containsParties(createPartySet(left), createPartySet(right))).to.equal(expected);
    });
  });

  it("subtracts, intersects and compares party sets", () => {
    law((left, right) => {
      const [l, r] = [createPartySet(left), createPartySet(right)];
      expect(subtractParties(l, r)).to.deep.equal(l.filter((party) => !right.includes(party)));
      expect(partiesIntersect(l, r)).to.equal(left.some((party) => right.includes(party)));
      expect(arePartySetsEqual(l, r)).to.equal(String(l) === String(r));
    });
  });
});
