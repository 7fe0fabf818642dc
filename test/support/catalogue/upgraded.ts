import {
  defineInterface,
  definePackage,
  defineTemplate,
  Int64,
  Optional,
  Party,
  record,
  Text,
} from "../../../lib/index.ts";

/** The interface that version 2 and later versions of the package implement. */
export const Shown = defineInterface("Faces:Shown", { view: { name: Text }, choices: {} });

export const facesPackage = definePackage({
  name: "faces",
  version: "1.0.0",
  templates: {},
  interfaces: { Shown },
});

const signatories = ({ owner }: { readonly owner: string }) => [owner];
const controllers = signatories;

const payload = { owner: Party, count: Int64 };
const widened = { ...payload, more: Optional(Text) };

/** Version 1: implements no interface. */
export const FirstThing = defineTemplate("Versions:Thing", { payload, signatories, choices: {} });

/** Its choice returns the version that ran it. */
export const FirstTeller = defineTemplate("Versions:Teller", {
  payload: { owner: Party },
  signatories,
  choices: {
    Tell: { consuming: false, result: record("Versions:Told", { by: Text }), controllers },
  },
});
FirstTeller.implement({ Tell: () => ({ by: "first" }) });

/** Version 2: has a name, and a second template. */
const SecondThing = defineTemplate("Versions:Thing", {
  payload: widened,
  signatories,
  choices: {},
});
SecondThing.implements(Shown, { view: () => ({ name: "second" }) });

export const SecondOther = defineTemplate("Versions:Other", { payload, signatories, choices: {} });

const toldMore = record("Versions:Told", { by: Text, more: Optional(Text) });
const tellMore = { Tell: { consuming: false, result: toldMore, controllers } } as const;
const tellerOf = (by: string) => {
  const Teller = defineTemplate("Versions:Teller", {
    payload: { owner: Party },
    signatories,
    choices: tellMore,
  });
  Teller.implement({ Tell: () => ({ by, more: "more" }) });
  return Teller;
};

/** Version 3: has another name. */
const ThirdThing = defineTemplate("Versions:Thing", { payload: widened, signatories, choices: {} });
ThirdThing.implements(Shown, { view: () => ({ name: "third" }) });

const ThirdOther = defineTemplate("Versions:Other", { payload: widened, signatories, choices: {} });

/** Three versions of one package, each an upgrade of the previous one. */
export const versionPackages = [
  definePackage({
    name: "versions",
    version: "1.0.0",
    templates: { Thing: FirstThing, Teller: FirstTeller },
  }),
  definePackage({
    name: "versions",
    version: "2.0.0",
    templates: { Thing: SecondThing, Teller: tellerOf("second"), Other: SecondOther },
  }),
  definePackage({
    name: "versions",
    version: "3.0.0",
    templates: { Thing: ThirdThing, Teller: tellerOf("third"), Other: ThirdOther },
  }),
] as const;
