import { certifyForm, certifyOptions, certifySave, certifySteps } from '@hiram/contract/certify';
import { identityBegin, identityStep, identitySubmit, identityUploads } from '@hiram/contract/identity';
import type { Server } from '../../api/serve.ts';
import { addIdentityPicture, beginIdentity, showIdentity, submitIdentity } from './identity.ts';
import { listOptions } from './list-options.ts';
import { listSteps } from './list-steps.ts';
import { saveStep } from './save-step.ts';
import { showForm } from './show-form.ts';

/** Certification (KEY-03, RTE-06): the server delivers the forms, checks the values again and stores them encrypted. */
export function certifyRoutes({ serve, serveUpload }: Server): void {
  serve(certifySteps, listSteps);
  serve(certifyForm, showForm);
  serve(certifySave, saveStep);
  serve(certifyOptions, listOptions);
  serve(identityStep, showIdentity);
  serve(identityBegin, beginIdentity);
  serveUpload(identityUploads.front, addIdentityPicture('front'));
  serveUpload(identityUploads.back, addIdentityPicture('back'));
  serveUpload(identityUploads.selfie, addIdentityPicture('selfie'));
  serve(identitySubmit, submitIdentity);
}
