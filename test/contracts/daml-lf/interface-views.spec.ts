import { expect } from "chai";

import { activeContracts } from "../../../lib/operations/queries/active-contracts.ts";
import {
  instance,
  interfaceOf,
  interfaceType,
  recordType,
  template,
} from "../../support/lf/definitions.ts";
import {
  create,
  equalInt,
  error,
  field,
  ifThenElse,
  int,
  list,
  record,
  text,
  throwing,
  variable,
} from "../../support/lf/expressions.ts";
import { contractIdT, dataT, int64T, partyT, textT } from "../../support/lf/types.ts";
import { boomT, owner, World } from "../../support/lf/world.ts";

const shownT = dataT("Main:Shown");
const infoT = dataT("Main:Info");
const thisShown = (name: string) => field(shownT, name, variable("this"));
const kindIs = (kind: number) => equalInt(thisShown("kind"), int(kind));

describe("views of Daml contracts", () => {
  it("that fail are told with their contract, and the others are as they should be", async () => {
    const world = await World.of({
      dataTypes: [
        recordType("Shown", { owner: partyT, kind: int64T }),
        interfaceType("Showable"),
        recordType("Info", { what: textT }),
      ],
      interfaces: [interfaceOf("Showable", { view: infoT })],
      templates: [
        template("Shown", {
          signatories: list(partyT, thisShown("owner")),
          implements: [
            instance(
              "Main:Showable",
              ifThenElse(
                kindIs(0),
                record(infoT, { what: text("fine") }),
                ifThenElse(
                  kindIs(1),
                  throwing(infoT, boomT, record(boomT, { text: text("nothing to see") })),
                  error(infoT, "stopped"),
                ),
              ),
            ),
          ],
        }),
      ],
      actions: {
        Make: {
          argument: int64T,
          result: contractIdT(shownT),
          body: create("Main:Shown", record(shownT, { owner, kind: variable("arg") })),
        },
      },
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
