import type {
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfInterface,
  LfModule,
  LfTemplate,
  TypeParameter,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { enclosed, group, joined, type Layout, line, nested, printLayout } from "./layout.ts";
import { exprLayout } from "./print.ts";
import {
  fieldsLayout,
  printBoundName,
  printName,
  printParameter,
  printTypeId,
  typeLayout,
} from "./print-type.ts";

/** Prints a module in the notation (see `notation.ts`). Names without a module belong to Main. */
export const printModule = (module: LfModule): string =>
  printLayout(block(["module ", module.name], definitionsOf(module)));

/** Lines in braces. */
const block = (head: Layout, lines: readonly Layout[]): Layout =>
  enclosed([head, " {"], joined(lines, line), "}");

const definitionsOf = (module: LfModule): readonly Layout[] => [
  ...[...module.synonyms.values()].map(({ name, parameters, type }) => [
    ["type ", head(name, parameters), " = "],
    [typeLayout(type), ";"],
  ]),
  ...[...module.dataTypes.values()].map((type) => dataTypeLayout(type, module)),
  ...[...module.values.values()].map(({ name, type, body }) =>
    closed(["val ", printName(name), ": ", typeLayout(type), " ="], exprLayout(body())),
  ),
  ...[...module.exceptions.values()].map(({ name, message }) =>
    closed(["exception ", printName(name), " message"], exprLayout(message())),
  ),
  ...[...module.templates.values()].map(templateLayout),
];

const head = (name: string, parameters: readonly TypeParameter[]): string =>
  [printName(name), ...parameters.map(printParameter)].join(" ");

const closed = (start: Layout, end: Layout): Layout => group(start, nested(line, end), ";");

const dataTypeLayout = (type: LfDataType, { interfaces }: LfModule): Layout => {
  const { name, parameters, serializable, constructors } = type;
  const start = serializable ? "" : "unserializable ";
  switch (constructors.kind) {
    case "record":
      return [start, "record ", head(name, parameters), " ", fieldsLayout(constructors.fields)];
    case "variant":
      return [
        [start, "variant ", head(name, parameters)],
        [" ", fieldsLayout(constructors.constructors)],
      ];
    case "enum": {
      const members = joined(constructors.constructors.map(printName), ",", line);
      return enclosed([start, "enum ", head(name, parameters), " {"], members, "}");
    }
    case "interface": {
      const found = interfaces.get(name);
      const alone = `interface type ${head(name, parameters)};`;
      if (found === undefined) return alone;
      return [interfaceLayout(found), ...(parameters.length === 0 ? [] : [line, alone])];
    }
  }
};

const parameterNamed = (name: string): string => (name === "this" ? "" : ` as ${printName(name)}`);

const interfaceLayout = (definition: LfInterface): Layout => {
  const { name, parameter, requires, view, methods, choices } = definition;
  const required = requires.length === 0 ? "" : ` requires ${requires.map(printTypeId).join(", ")}`;
  return block(
    ["interface ", printName(name), parameterNamed(parameter), required],
    [
      ["view ", typeLayout(view), ";"],
      ...[...methods].map(([method, type]) => [
        `method ${printName(method)}: `,
        [typeLayout(type), ";"],
      ]),
      ...[...choices.values()].map(choiceLayout),
    ],
  );
};

const templateLayout = (template: LfTemplate): Layout => {
  const { name, parameter, precondition, signatories, observers, choices, key } = template;
  const parts: Layout[] = [];
  if (precondition !== undefined) parts.push(closed("precondition", exprLayout(precondition())));
  parts.push(closed("signatories", exprLayout(signatories())));
  parts.push(closed("observers", exprLayout(observers())));
  if (key !== undefined) {
    const maintainers = [line, "maintained by ", nested(exprLayout(key.maintainers()))];
    parts.push(closed(["key ", typeLayout(key.type), " ="], [exprLayout(key.body()), maintainers]));
  }
  if (!choices.has("Archive")) parts.push("no Archive;");
  parts.push(...[...choices.values()].map(choiceLayout));
  parts.push(...[...template.implements.values()].map(instanceLayout));
  return block(["template ", printName(name), parameterNamed(parameter)], parts);
};

const instanceLayout = ({ interfaceId, view, methods }: InterfaceInstance): Layout =>
  block(
    ["implements ", printTypeId(interfaceId)],
    [
      closed("view", exprLayout(view())),
      ...[...methods].map(([name, body]) =>
        closed(`method ${printName(name)} =`, exprLayout(body())),
      ),
    ],
  );

const choiceLayout = (choice: LfChoice): Layout => {
  const { name, consuming, controllers, observers, authorizers, body } = choice;
  const self = choice.selfName === "self" ? "" : ` ${printBoundName(choice.selfName)}`;
  const takes = [`(${printName(choice.argumentName)}: `, typeLayout(choice.argumentType), ")"];
  return group(
    [consuming ? "" : "nonconsuming ", "choice ", printName(name), self, " ", takes, ": "],
    typeLayout(choice.resultType),
    nested(
      [line, "by ", nested(exprLayout(controllers()))],
      [line, "observed by ", nested(exprLayout(observers()))],
      authorizers === undefined ? "" : [line, "authorized by ", nested(exprLayout(authorizers()))],
      [line, "= ", nested(exprLayout(body())), ";"],
    ),
  );
};
