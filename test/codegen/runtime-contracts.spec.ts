import { expect } from "chai";

import {
  type Choice,
  type ContractId,
  type CreatedEvent,
  type ExercisedEvent,
  type Interface,
  interfaceOf,
  type KeyedTemplate,
  type Package,
  template,
  type Unit,
} from "../../lib/codegen/runtime/contracts.ts";

type LampId = ContractId<"shop:Shop:Lamp" | "standard:Standard:Ownable">;
interface Lamp {
  readonly owner: string;
}

const home: Package = { name: "shop", version: "1.0.0", id: "5a0b" };

/** A template in the form that the generator writes. One choice has the name of a member, `create`. */
const lampTemplate = template<
  KeyedTemplate<LampId, Lamp, string> & {
    readonly Switch: Choice<LampId, { readonly on: boolean }, boolean>;
    readonly create_: Choice<LampId, Unit, Unit>;
  }
>(home, "Shop:Lamp", { Switch: "nonconsuming", create: "consuming" });

const ownable = interfaceOf<
  Interface<ContractId<"standard:Standard:Ownable">, Lamp> & {
    readonly Give: Choice<ContractId<"standard:Standard:Ownable">, Lamp, Unit>;
  }
>({ name: "standard", version: "1.0.0", id: "77" }, "Standard:Ownable", { Give: "consuming" });

const created: CreatedEvent = {
  contractId: "00aa",
  templateId: "5a0b:Shop:Lamp",
  packageName: "shop",
  createArgument: { owner: "alice" },
  contractKey: "lamp 1",
  interfaceViews: [
    { interfaceId: "66:Standard:Ownable", viewValue: { owner: "an earlier version" } },
    { interfaceId: "77:Standard:Ownable", viewValue: { owner: "alice" } },
  ],
};

const exercised: ExercisedEvent = {
  contractId: "00aa",
  templateId: "5a0b:Shop:Lamp",
  packageName: "shop",
  choice: "Switch",
  choiceArgument: { on: true },
  exerciseResult: false,
};

describe("templates of generated code", () => {
  it("build commands that name the package", () => {
    const of = { templateId: "#shop:Shop:Lamp" };
    const createArguments = { owner: "alice" };
    expect(lampTemplate.create(createArguments)).to.deep.equal({
      CreateCommand: { ...of, createArguments },
    });
    expect(
      lampTemplate.createAndExercise(createArguments, lampTemplate.Switch, { on: true }),
    ).to.deep.equal({
      CreateAndExerciseCommand: {
        ...of,
        createArguments,
        choice: "Switch",
        choiceArgument: { on: true },
      },
    });
    expect(lampTemplate.createAndExercise(createArguments, lampTemplate.Archive))
      .to.have.nested.property("CreateAndExerciseCommand.choiceArgument")
      .that.deep.equals({});
    expect(lampTemplate.exerciseByKey("lamp 1", lampTemplate.Archive)).to.deep.equal({
      ExerciseByKeyCommand: {
        ...of,
        contractKey: "lamp 1",
        choice: "Archive",
        choiceArgument: {},
      },
    });
    const exercise = lampTemplate.contractId("00aa").exercise(lampTemplate.Switch, { on: false });
    expect(exercise).to.deep.equal({
      ExerciseCommand: {
        ...of,
        contractId: "00aa",
        choice: "Switch",
        choiceArgument: { on: false },
      },
    });
  });

  it("refer to the package id that was passed to `pinned`", () => {
    const pinned = lampTemplate.pinned("beef");
    expect(pinned.reference).to.equal("beef:Shop:Lamp");
    expect(pinned.Switch.owner.reference).to.equal("beef:Shop:Lamp");
    expect(pinned.package).to.equal(home);
  });

  it("build filters with and without the blob", () => {
    const filterWith = (includeCreatedEventBlob: boolean) => ({
      identifierFilter: {
        TemplateFilter: { value: { templateId: "#shop:Shop:Lamp", includeCreatedEventBlob } },
      },
    });
    expect(lampTemplate.filter()).to.deep.equal(filterWith(false));
    expect(lampTemplate.filter({ includeCreatedEventBlob: true })).to.deep.equal(filterWith(true));
  });

  it("read contracts of each version of their package, and of no other template", () => {
    const read = lampTemplate.from(created);
    expect(read).to.deep.include({
      contractId: "00aa",
      payload: { owner: "alice" },
      key: "lamp 1",
      event: created,
    });
    expect(read?.exercise(lampTemplate.Archive)).to.have.nested.property(
      "ExerciseCommand.contractId",
      "00aa",
    );
    expect(lampTemplate.from({ ...created, templateId: "b5:Shop:Lamp" })).not.to.equal(undefined);
    expect(lampTemplate.from({ ...created, contractKey: null })?.key).to.equal(undefined);
    expect(lampTemplate.from({ ...created, templateId: "5a0b:Shop:Desk" })).to.equal(undefined);
    expect(lampTemplate.from({ ...created, packageName: "other" })).to.equal(undefined);
    expect(lampTemplate.from({ ...created, createArgument: null })).to.equal(undefined);
  });

  it("read the contracts and exercises of a transaction", () => {
    const events = [{ CreatedEvent: created }, { ExercisedEvent: exercised }, {}];
    expect(lampTemplate.createdIn({ events })).to.have.length(1);
    expect(lampTemplate.createdIn({})).to.deep.equal([]);
    expect(lampTemplate.Switch.exercisedIn({ events })).to.deep.equal([
      {
        contractId: "00aa",
        choiceArgument: { on: true },
        exerciseResult: false,
        event: exercised,
      },
    ]);
    expect(lampTemplate.Archive.exercisedIn({ events })).to.deep.equal([]);
    expect(ownable.Give.exercisedIn({ events })).to.deep.equal([]);
  });

  it("mark consuming choices, and add a suffix to a choice that has the name of a member", () => {
    expect(lampTemplate.Archive.consuming).to.equal(true);
    expect(lampTemplate.Switch.consuming).to.equal(false);
    expect(lampTemplate.create_.name).to.equal("create");
  });
});

describe("interfaces of generated code", () => {
  it("build filters that ask for the view", () => {
    expect(ownable.filter()).to.deep.equal({
      identifierFilter: {
        InterfaceFilter: {
          value: {
            interfaceId: "#standard:Standard:Ownable",
            includeInterfaceView: true,
            includeCreatedEventBlob: false,
          },
        },
      },
    });
  });

  it("read the view of their version, or if absent that of another version", () => {
    expect(ownable.from(created)?.payload).to.deep.equal({ owner: "alice" });
    const [earlier] = created.interfaceViews ?? [];
    const before = { ...created, interfaceViews: earlier === undefined ? [] : [earlier] };
    expect(ownable.viewOf(before)).to.deep.equal({ owner: "an earlier version" });
    expect(ownable.from({ ...created, interfaceViews: null })).to.equal(undefined);
    expect(ownable.from({ ...created, interfaceViews: [] })).to.equal(undefined);
  });

  it("read exercises of their choices on any template", () => {
    const given = { ...exercised, choice: "Give", interfaceId: "66:Standard:Ownable" };
    expect(ownable.Give.from(given)?.contractId).to.equal("00aa");
    expect(ownable.Give.from({ ...given, interfaceId: "66:Standard:Other" })).to.equal(undefined);
    expect(ownable.Give.from({ ...given, interfaceId: null })).to.equal(undefined);
  });
});
