import { playerPackage, Stage } from "../../../support/lf/stage.ts";
import { tuplesPackage } from "../../../support/lf/tuples.ts";
import {
  catchingGroups,
  entryTemplate,
  entryType,
  exceptionMessages,
  exceptionTypes,
} from "./exceptions-catching.ts";
import {
  badPackage,
  commonPackage,
  doubtedInterface,
  doubtfulTemplate,
  doubtfulTypes,
  finePackage,
  uncaughtGroups,
} from "./exceptions-uncaught.ts";
import type { UpdateTable } from "./update-table.ts";

export const exceptionsTable: UpdateTable = {
  suite: "interpreter/…/speedy/ExceptionTest",
  about: "exceptions",
  stage: (parts) =>
    new Stage(
      playerPackage(parts, {
        languageVersion: "2.3",
        main: {
          dataTypes: [...exceptionTypes, entryType, ...doubtfulTypes],
          exceptions: exceptionMessages,
          interfaces: [doubtedInterface],
          templates: [entryTemplate, doubtfulTemplate],
        },
      }),
      { dependencies: [commonPackage, finePackage, badPackage, tuplesPackage()] },
    ),
  groups: [...catchingGroups, ...uncaughtGroups],
  leftOut: [],
};
