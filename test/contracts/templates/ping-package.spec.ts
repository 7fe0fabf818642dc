import { expect } from "chai";

import { Ping, pingPackage } from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";
import { onlyContract, runCommands } from "../../support/run-commands.ts";

const known = [pingPackage];
const ping = { id: "p1", initiator: "alice", responder: "bob" };
const create = () => onlyContract(runCommands(["alice"], [Ping.create(ping)], { known }));

describe("built-in ping package", () => {
  it("has the names of the participants' own package", () => {
    expect(Ping.create(ping)).to.deep.equal({
      CreateCommand: {
        templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
        createArguments: ping,
      },
    });
  });

  it("lets the initiator send a ping that the responder sees", () => {
    expect(create()).to.deep.include({ signatories: ["alice"], observers: ["bob"] });
    expect(errorOf(() => runCommands(["bob"], [Ping.create(ping)], { known })).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });

  it("lets only the responder answer a ping, by archiving it", () => {
    const contract = create();
    const options = { known, contracts: [contract] };
    const respond = [Ping.contractId(contract.contractId).exercise(Ping.Respond)];
    expect(errorOf(() => runCommands(["alice"], respond, options)).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const { transaction, consumed } = runCommands(["bob"], respond, options);
    expect(transaction.nodes).to.have.length(1);
    expect([...consumed.keys()]).to.deep.equal([contract.contractId]);
  });
});
