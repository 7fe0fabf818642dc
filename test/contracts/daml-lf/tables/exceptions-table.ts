import { definitions } from "../../../support/lf/notation.ts";
import { playerPackage, Stage } from "../../../support/lf/stage.ts";
import { tuplesPackage } from "../../../support/lf/tuples.ts";
import { catchingGroups, exceptionDefinitions } from "./exceptions-catching.ts";
import {
  badPackage,
  commonPackage,
  doubtfulDefinitions,
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
        main: definitions`${exceptionDefinitions} ${doubtfulDefinitions}`,
      }),
      { dependencies: [commonPackage, finePackage, badPackage, tuplesPackage()] },
    ),
  groups: [...catchingGroups, ...uncaughtGroups],
  leftOut: [],
};
