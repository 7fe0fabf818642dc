import { expect } from "chai";

import { activeContracts } from "../../../../lib/api.ts";
import { definitions } from "../../../support/lf/notation.ts";
import { actions, World } from "../../../support/lf/world.ts";

describe("views of Daml contracts", () => {
  it("that fail are null with an error status, and other views are returned", async () => {
    const world = await World.of({
      main: definitions`
        record Info {what: Text}
        interface Showable {view Info;}
        template Shown with {owner: Party, kind: Int64} {
          signatories [@Party this.owner];
          implements Showable {
            view
              if EQUAL @Int64 this.kind 0 then Info {what = "fine"}
              else if EQUAL @Int64 this.kind 1
                then throw @Info @Boom Boom {text = "nothing to see"}
                else ERROR @Info "stopped";
          }
        }
      `,
      actions: actions`
        nonconsuming choice Make (arg: Int64): ContractId Shown =
          create @Shown Shown {owner = this.owner, kind = arg};
      `,
    });
    for (const kind of ["0", "1", "2"]) await world.act("Make", kind);
    const { ledger, alice } = world;
    const items = activeContracts(ledger, {
      activeAtOffset: ledger.state.ledgerEnd,
      eventFormat: {
        filtersByParty: {
          [alice]: {
            cumulative: [
              {
                identifierFilter: {
                  InterfaceFilter: {
                    value: { interfaceId: "#world:Main:Showable", includeInterfaceView: true },
                  },
                },
              },
            ],
          },
        },
      },
    });
    const views = [...items].flatMap(({ contractEntry }) =>
      "JsActiveContract" in contractEntry
        ? contractEntry.JsActiveContract.createdEvent.interfaceViews
        : [],
    );
    expect(views.map(({ viewValue }) => viewValue)).to.deep.equal([{ what: "fine" }, null, null]);
    expect(views.map(({ viewStatus }) => viewStatus.message.split(/[:(]/u)[0])).to.deep.equal([
      "",
      "DAML_FAILURE",
      "INTERPRETATION_USER_ERROR",
    ]);
  });
});
