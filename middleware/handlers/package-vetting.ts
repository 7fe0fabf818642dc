import {
  getPreferredPackages,
  getPreferredPackageVersion,
  listVettedPackages,
  updateVettedPackages,
} from "../../lib/api.ts";
import { askedByBody, askedByParameters } from "../api/handler.ts";

export const packageVettingHandlers = {
  listVettedPackages: askedByBody(listVettedPackages),
  listVettedPackagesByGet: askedByBody(listVettedPackages),
  updateVettedPackages: askedByBody(updateVettedPackages),
  updateVettedPackagesByPost: askedByBody(updateVettedPackages),
  getPreferredPackages: askedByBody(getPreferredPackages),
  getPreferredPackageVersion: askedByParameters(
    getPreferredPackageVersion,
    ({
      parties,
      "package-name": packageName,
      vetting_valid_at: vettingValidAt,
      "synchronizer-id": synchronizerId,
    }) => ({ parties, packageName, vettingValidAt, synchronizerId }),
  ),
};
