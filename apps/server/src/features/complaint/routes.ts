import {
  contactsOfLender,
  doNotCall,
  objectToContact,
  problemDetail,
  problemInit,
  problemList,
  problemReply,
  problemSave,
  removeProblemImg,
  saveScore,
  uploadProblemImg,
} from '@hiram/contract/complaint';
import type { Server } from '../../api/serve.ts';
import { addPicture, removeComplaintPicture } from './complaint-pictures.ts';
import { objectTo, showContacts, stopCalls } from './contacts.ts';
import { makeComplaint } from './make-complaint.ts';
import { rateAnswer } from './rate-answer.ts';
import { replyToQuestion } from './reply-to-question.ts';
import { showComplaint } from './show-complaint.ts';
import { showComplaints } from './show-complaints.ts';
import { startComplaint } from './start-complaint.ts';

/** Making, listing, reading and rating complaints (CMP-01 … CMP-19). */
export function complaintRoutes({ serve, serveUpload }: Server): void {
  serve(problemInit, startComplaint);
  serveUpload(uploadProblemImg, addPicture);
  serve(removeProblemImg, removeComplaintPicture);
  serve(problemSave, makeComplaint);
  serve(contactsOfLender, showContacts);
  serve(objectToContact, objectTo);
  serve(doNotCall, stopCalls);
  serve(problemReply, replyToQuestion);
  serve(problemList, showComplaints);
  serve(problemDetail, showComplaint);
  serve(saveScore, rateAnswer);
}
