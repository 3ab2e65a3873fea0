import {
  addAnswerPicture,
  answerComplaint,
  claimComplaint,
  closeComplaint,
  complaintPicture,
  countComplaints,
  escalateComplaint,
  listComplaints,
  noteOnComplaint,
  reopenComplaint,
  showComplaint,
  writeOnComplaint,
} from '@hiram/contract/console/complaint';
import type { Area } from '../actions/area.ts';
import { countListed, showComplaints, showCounts } from './list-complaints.ts';
import { claim, escalateOpen, reopenAnswered } from './move.ts';
import { addPicture, showPicture } from './pictures.ts';
import { openComplaint } from './show-complaint.ts';
import { answer, close, note, write } from './write.ts';

/** Complaints with their thread, pictures, order and clocks. */
export const complaintArea: Area = {
  actions: [],
  texts: {
    alreadyAnswered: '{name} answered this at {time}. Your words are kept.',
    alreadyEscalated: 'This complaint is escalated already.',
    heicPicture: 'HEIC pictures cannot be read. Send it as JPEG or PNG.',
    noPicture: 'No picture was sent.',
    notAnswered: 'This complaint is not answered.',
    notAPicture: 'This is no JPEG, PNG or WebP picture.',
    ownedByOther: 'A colleague has claimed this.',
    pictureTooLarge: 'The picture is too large.',
    pictureTooManyPixels: 'The picture has too many pixels.',
    threadChanged: '{name} wrote on this at {time}. Read it before you send; your words are kept.',
    tooManyUploads: 'Too many pictures were sent for this borrower today.',
    unknownPicture: 'A picture was sent already, or is gone. Add it again.',
  },
  routes(server) {
    server.serveStaff(listComplaints.page, showComplaints);
    server.serveStaff(listComplaints.count, countListed);
    server.serveStaff(countComplaints, showCounts);
    server.serveStaff(showComplaint, openComplaint);
    server.serveStaff(writeOnComplaint, write);
    server.serveStaff(answerComplaint, answer);
    server.serveStaff(closeComplaint, close);
    server.serveStaff(noteOnComplaint, note);
    server.serveStaff(escalateComplaint, escalateOpen);
    server.serveStaff(reopenComplaint, reopenAnswered);
    server.serveStaff(claimComplaint, claim);
    server.serveStaff(complaintPicture, showPicture);
    server.serveStaff(addAnswerPicture, addPicture);
  },
};
