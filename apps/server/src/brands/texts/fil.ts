import type { Texts } from './en.ts';

/**
 * The server's messages in Filipino. The language counts 1, 2, 3, 5, 7, 8, 10 … as `one` and only numbers
 * that end in 4, 6 or 9 as `other`. Where English uses “once” for `one`, this catalogue uses `=1`.
 */
export const fil: Texts = {
  'common.notSignedIn': 'Mag-sign in ulit.',
  'common.notFound': 'Wala ito.',
  'common.badRequest': 'Hindi tugma ang nasa field na {field}.',
  'common.conflict': 'Naipadala na ito dati na iba ang laman.',
  'common.tooMany': 'Masyadong maraming subok. Subukan ulit pagkalipas ng {seconds} s.',
  'common.unavailable': 'Hindi namin ito magawa sa ngayon. Walang nawala; subukan ulit.',
  'common.fault': 'May naging problema sa panig namin. Sabihin ang {id} kapag kinontak mo kami.',
  'common.refused': 'Hindi ito puwede.',

  'rejection.withdrawn': 'Hindi na inaalok ang produktong ito.',
  'rejection.notCertified': 'Kumpletuhin muna ang mga detalye mo bago mag-apply.',
  'rejection.runningOrder': 'May loan ka pang hindi tapos. Makakahiram ka ulit kapag bayad na ito.',
  'rejection.tooSoon': 'Puwede kang mag-apply ulit sa {date}.',
  'rejection.amountOutOfRange': 'Pumili ng halaga mula {min} hanggang {max}.',
  'rejection.blocked': 'Hindi ka namin maalok ng loan.',
  'rejection.termDiffers': 'Iba ang haba ng produktong ito. Tingnan ulit ang alok.',
  'rejection.offerChanged': 'Nagbago ang alok na ito. Tingnan ang mga bagong halaga.',
  'rejection.noSuchContract': 'Walang ganitong kasunduan.',
  'rejection.notWaiting': 'Hindi naghihintay ng withdrawal ang loan na ito.',
  'rejection.noAccount': 'Magkonekta muna ng account para alam namin kung saan ipapadala ang pera.',
  'rejection.offerLapsed': 'Lumipas na ang alok na ito. Puwede kang mag-apply ulit.',
  'rejection.alreadyRated': 'Na-rate mo na ang utang na ito. Salamat.',
  'rejection.notSettled': 'Mara-rate mo ang loan na ito kapag bayad na.',
  'rejection.notOffered': 'Hindi bukas sa iyo ang produktong ito sa ngayon.',
  'rejection.linkRefused': 'Hindi amin ang link na ito, kaya hindi namin binuksan.',
  'rejection.nothingDue': 'Walang babayaran sa loan na ito.',
  'rejection.notYet': 'Puwede mong bayaran nang maaga ang loan na ito mula {date}.',
  'rejection.notRunning': 'Hindi pa naibibigay ang perang ito, kaya wala pang babayaran.',
  'rejection.notExtendable': 'Hindi mae-extend ang loan na ito.',
  'rejection.amountTooSmall': 'Magbayad ng hindi bababa sa {min}.',
  'rejection.amountTooLarge': 'Hanggang {max} lang ang mababayaran mo ngayon.',
  'rejection.noSuchChannel': 'Pumili ng paraan ng pagbabayad.',
  'rejection.notWhole': 'Buong halaga ang ilagay, walang sentimo.',
  'rejection.repriced': '{amount} na ang presyo ng pag-extend ngayon.',
  'rejection.channelLimit': 'Tumatanggap ang {name} ng {min} hanggang {max}.',
  'rejection.required': '{title}: pakisagutan ito.',
  'rejection.malformed': 'Hindi tama ang numerong ito.',
  'rejection.noSuchOption': '{title}: pumili ng isa sa listahan.',
  'rejection.unknownItem': 'Wala ang field na ito sa form.',
  'rejection.noSuchType': 'Piliin ang uri ng account.',
  'rejection.malformedPhone': 'Hindi ito mobile number. Tingnan ang bawat numero.',
  'rejection.codeTooSoon': 'Kapapadala lang ng code. Makakahingi ka ng bago pagkalipas ng {seconds} s.',
  'rejection.captchaNeeded':
    'Maraming code na ang naipadala sa numero o network na ito ngayong araw. Paki-type muna ang mga letra sa larawan.',
  'rejection.noCalls': 'Hindi namin mababasa ang code sa tawag. Hingin ito sa pamamagitan ng text.',
  'rejection.tooManyToday':
    'Hindi na makapagpadala ng code ngayong araw. Subukan ulit bukas, o tawagan kami: {phone}.',
  'rejection.cannotNotify':
    'Nagte-text kami tuwing pinapalitan ang account mo, at hindi na makapagpadala ng ganitong text sa number mo ngayong araw. Hindi nagbago ang account mo. Subukan ulit bukas.',
  'rejection.sourcePaused':
    'Hindi muna kami tumatanggap ng bagong aplikasyon sa page na ito. Pakisubukan ulit mamaya.',
  'rejection.tooBusy':
    'Napakaraming humihingi ng code ngayon. Subukan muli makalipas ang isang oras, o tawagan kami.',
  'rejection.wrongCode': 'Mali ang code na ito, o paso na.',
  'rejection.unknownTicket': 'Nagamit na ang link na ito o paso na.',
  'rejection.backwards': 'Pasulong lang ang takbo ng orasan.',
  'rejection.unknownCode': 'Walang ganitong code sa counter na ito.',
  'rejection.expiredCode': 'Paso na ang code na ito.',
  'rejection.noPayout': 'Walang padalang pagpapasyahan.',

  'rejection.impossibleDay': '{title}: walang ganitong araw, o hindi pa ito dumarating.',
  'rejection.underAge': 'Makakahiram ka mula sa edad na {age}.',
  'rejection.notFilipino':
    'Makakahiram ka rito kung ikaw ay {country, select, IN {mamamayan ng India} ID {mamamayan ng Indonesia} other {Pilipino}}.',
  'rejection.noSuchPlace': '{title}: pakipili ang bawat lugar mula sa mga listahan.',
  'rejection.changedElsewhere':
    'Na-save ang hakbang na ito sa ibang window. Ang nakikita mo ngayon ay ang na-save doon; baguhin ito at i-save ulit.',
  'rejection.notThisForm': 'May sariling pahina ang para sa account.',
  'certify.bank.title': 'Saan ipapadala ang pera',
  'certify.bank.subtitle': 'Isang bank account o e-wallet mo',

  'rejection.captchaLapsed':
    'Paso na ang larawang ito: isang beses lang ito gagana, sa loob ng dalawang minuto. Heto ang bago.',
  'rejection.wrongCaptcha': 'Hindi iyan ang mga karakter sa larawan. Heto ang bago.',
  'rejection.registered': 'Rehistrado ka na. I-download ang app at mag-sign in.',
  'rejection.tooMuchWork':
    'Ubos na ang paraang ito para sa araw na ito. Tawagan kami at tutulungan ka namin: {phone}.',
  'rejection.wrongWork': 'Hindi ito gumana. Subukan ulit.',
  'promotion.missing.mobile': 'I-type nang tama ang mobile number mo.',
  'promotion.missing.imgValidate': 'I-type ang mga karakter sa larawan.',
  'promotion.missing.smsCode': 'I-type ang code na nasa text.',
  'promotion.sent': 'Papunta na ang code sa phone mo.',
  'rejection.unknownTemplate': 'Wala na ang alok na ito. Ang kasalukuyang alok namin ang nakikita mo.',
  'rejection.unknownInvite': 'Walang ganitong invite code.',
  'rejection.unknownSid': 'Walang ganitong bisita, o wala pang captcha.',

  'rejection.wrongPassword': 'Mali ang numero o ang password.',
  'rejection.tooManyTries':
    'Masyadong maraming subok. Maghintay ng labinlimang minuto, mag-sign in gamit ang code, o tawagan kami: {phone}.',
  'rejection.wrongOldPassword': 'Hindi ito ang password mo ngayon.',
  'rejection.weakPassword': 'Pumili ng password na hindi bababa sa 8 karakter at hindi agad mahuhulaan.',
  'rejection.notFree': 'Kasama ito ng account mo. Burahin ang account para bawiin ito.',
  'rejection.loanUnderWay': 'May loan ka pang hindi tapos. Kapag bayad na ito, mabubura mo ang account mo.',
  'rejection.malformedName': 'I-type ang pangalan at apelyido, sa mga titik.',
  'rejection.ownNumber': 'Sarili mong numero ito. Ibigay ang sa ibang tao.',
  'rejection.tooManyContacts': 'Hanggang {most} tao lang ang maibibigay mo.',
  'rejection.knownContact': 'Naibigay mo na ang numerong ito.',
  'rejection.malformedUtr':
    'May 8 hanggang 30 titik at numero ang reference. Kopyahin ito mula sa mensahe ng bangko mo.',
  'rejection.usedUtr': 'Naipadala na ang reference na ito. Isang beses lang binibilang ang bawat transfer.',
  'rejection.tooManyReferences': 'Lima sa mga transfer mo ang tinitingnan pa. Hintayin muna ang sagot namin.',
  'rejection.unknownCard': 'Pumili ng card.',
  'rejection.cardDeclined':
    'Hindi natuloy ang bayad sa card na ito. Walang siningil. Sumubok ng ibang paraan ng pagbabayad, o subukan ulit bukas.',
  'rejection.unknownCoupon': 'Walang ganitong coupon.',
  'rejection.staleToken': 'Masyado nang luma ang pahinang ito. Buksan ulit.',
  'rejection.paidTwice': 'Huwag ipadala nang dalawang beses ang bayad.',
  'rejection.wrongVerifyCode': 'Mali ang verification code.',
  'rejection.noSuchBank': 'Piliin ang bangko ng card mo.',
  'rejection.malformedCard': 'Hindi tama ang numero ng card. Tingnan ang bawat numero.',
  'rejection.expiredCard': 'I-type ang buwan at taon kung hanggang kailan gagana ang card mo, gaya ng 09/27.',
  'rejection.malformedHolder': 'I-type ang pangalan gaya ng nasa card.',
  'rejection.cardRefused':
    'Hindi maidagdag ang card na ito ngayon. Tingnan ang nilagay mo, sumubok ng ibang card, o subukan ulit bukas.',
  'rejection.tooManyCards': 'Hanggang {most} card lang ang maikokonekta mo.',
  'rejection.unknownUtr': 'Walang naghihintay na transfer na may ganitong reference.',

  'rejection.noPicture': 'Pumili muna ng larawan.',
  'rejection.notAPicture': 'Hindi larawang mababasa namin ang file na ito. Magpadala ng JPEG, PNG o WebP.',
  'rejection.heicPicture': 'HEIC ang larawang ito, at hindi namin ito mabasa. Ipadala bilang JPEG.',
  'rejection.pictureTooLarge': 'Mas malaki sa 10 MB ang larawang ito. Magpadala ng mas maliit.',
  'rejection.pictureTooManyPixels':
    'Higit sa 40 megapixel ang larawang ito, o higit sa 16,384 pixel ang isang gilid. Magpadala ng mas maliit.',
  'rejection.tooManyUploads': 'Marami ka nang naipadalang larawan ngayong araw. Bukas na ulit magpadala.',
  'rejection.emptyComplaint': 'Pakisulat ang mga komento at mungkahi mo',
  'rejection.complaintTooLong': 'Pakisabi ito sa hindi hihigit sa {most} karakter.',
  'rejection.noSuchProblem': 'Piliin kung tungkol saan ang reklamo mo.',
  'rejection.noSuchSubProblem': 'Piliin kung ano ang nangyari.',
  'rejection.collectionNotAllowed': 'Hindi puwede ang reklamo tungkol sa paniningil para sa loan na ito.',
  'rejection.tooManyPictures': 'Hanggang {most} larawan lang ang maipapadala mo.',
  'rejection.unknownPicture': 'Wala na ang isa sa mga larawan. Alisin ito at idagdag ulit.',
  'rejection.tooManyComplaints':
    'Marami ka nang naipadalang reklamo ngayong araw. Magdagdag sa isa sa mga iyon, o bumalik bukas.',
  'rejection.notAnswered': 'Mara-rate mo ang serbisyo namin kapag nakasagot na kami.',
  'rejection.alreadyScored': 'Na-rate mo na ito.',
  'rejection.alreadyAnswered': 'Nasagot na ang reklamong ito.',

  'extension.missing':
    'Nabayaran nito ang bahagi ng utang mo. Tumaas na ang presyo ng paglipat ng petsa: {amount} pa ang kulang ngayon.',

  'complaint.type.collection': 'Paraan ng paniningil',
  'complaint.type.application': 'Ang application ko',
  'complaint.type.payout': 'Hindi dumating ang pera ko',
  'complaint.type.repayment': 'Isang bayad ko',
  'complaint.type.privacy': 'Ang personal kong datos',
  'complaint.type.other': 'Iba pa',
  'complaint.collection.threats': 'Pananakot o karahasan',
  'complaint.collection.insults': 'Pang-iinsulto o pamamahiya',
  'complaint.collection.contacts': 'Kinontak ang pamilya, kaibigan o employer ko',
  'complaint.collection.hours': 'Tawag sa gabi o sobrang dami',
  'complaint.collection.paid': 'Bayad na ako',
  'complaint.collection.impersonation': 'May nagpanggap na pulis, korte o abogado',
  'complaint.collection.other': 'Iba pa',
  'complaint.order.amount': 'Halaga ng loan',
  'complaint.order.due': 'Babayaran hanggang {date}',
  'complaint.order.applied': 'Nag-apply noong',
  'complaint.promise': 'Sasagot kami sa loob ng {days} working days: hanggang {date}.',
  'complaint.tab.open': 'Naghihintay',
  'complaint.tab.answered': 'Nasagot na',
  'complaint.event.received': 'Natanggap namin ang reklamo mo',
  'complaint.event.acknowledged': 'Sinabi naming inaasikaso na namin',
  'complaint.event.asked': 'May itinanong kami sa iyo',
  'complaint.event.replied': 'Sumagot ka',
  'complaint.event.reopened': 'Binuksan namin itong muli',
  'complaint.template.received.title': 'Natanggap, inaasikaso na',
  'complaint.template.received':
    'Nasa amin na ang reklamo mo na {reference} at tinitingnan na namin. Makukuha mo ang sagot namin hanggang {date}.',
  'complaint.template.receipt.title': 'Kailangan ng resibo',
  'complaint.template.receipt':
    'Para mahanap ang bayad mo, kailangan namin ng larawan ng resibo na may araw, halaga at reference number. Pakidagdag ito dito o sa ilalim ng loan mo.',
  'complaint.template.charges.title': 'Paano kinukwenta ang singil',
  'complaint.template.charges':
    'Nakalista ang bawat singil at ang araw nito sa Bayad. Ang late charge ay kinukwenta mula sa araw pagkatapos ng due date sa halagang hindi nabayaran. Ngayon, {amount} ang babayaran. Kung sa tingin mo ay mali ang isang singil, sabihin mo kung alin.',
  'complaint.template.found.title': 'Nahanap ang bayad',
  'complaint.template.found':
    'Nahanap namin ang bayad mo, at nakatala na ito sa araw na nagbayad ka. Ngayon, {amount} ang babayaran. Pasensya na sa abala.',
  'complaint.template.hardship.title': 'Hirap magbayad',
  'complaint.template.hardship':
    'Ikinalulungkot namin ito. Ngayon, {amount} ang babayaran. Puwede kang magbayad ng bahagi, o ilipat ang due date sa Bayad kung pinapayagan ng loan mo. Sabihin mo kung magkano at kailan ka makakabayad, at hahanap tayo ng paraan.',
  'complaint.template.conduct.title': 'Asal ng maniningil',
  'complaint.template.conduct':
    'Hindi pinapayagan dito ang inilarawan mo. Inaalam namin kung sino ang tumawag sa iyo, at sinabihan na namin ang mga tao namin na huwag na itong ulitin. Walang puwedeng manakot, mang-insulto o kumontak ng ibang tao tungkol sa loan mo.',
  'complaint.template.privacy.title': 'Personal na datos',
  'complaint.template.privacy':
    'Makikita mo ang datos mo sa Profile ng app. Puwede kang humingi ng kopya dito, at ipabura ang account mo kapag wala kang bukas na loan.',
  'complaint.closed.duplicate':
    'Sumulat ka na tungkol dito. Doon kami sasagot, kaya isinasara namin ang reklamong ito.',
  'complaint.closed.withdrawn':
    'Sinabi mong ayos na ito, kaya isinasara namin ang reklamong ito. Sumulat ka muli kahit kailan.',
  'complaint.event.answered': 'Sumagot kami',
  'complaint.event.scored':
    '{stars, plural, one {Nagbigay ka ng # star sa 5} other {Nagbigay ka ng # star sa 5}}',

  'order.applied.title': 'Tinitingnan namin ang application mo',
  'order.applied.text': 'Malalaman mo ang desisyon namin hanggang {date}.',
  'order.applied.late':
    'Mas matagal ang desisyon namin kaysa sa ipinangako. Wala kang kailangang gawin: dito ito lalabas.',
  'order.refused.title': 'Hindi ka namin mapahiram ngayon',
  'order.refused.text': 'Puwede kang mag-apply ulit sa {date}.',
  'order.refused.lapsed.title': 'Lumipas na ang alok mo',
  'order.refused.lapsed.text':
    'Hindi ito na-withdraw sa oras. Wala kang utang, at puwede kang mag-apply ulit agad.',
  'order.approved.ready.title': 'Aprubado ang loan mo',
  'order.approved.ready.text': 'Handa na ang {amount} para sa iyo hanggang {date}.',
  'order.approved.needsAccount.title': 'Aprubado ang loan mo',
  'order.approved.needsAccount.text': 'Sabihin sa amin kung saan ipapadala ang {amount} mo.',
  'order.approved.returned.title': 'Bumalik sa amin ang pera',
  'order.approved.returned.text': 'Hindi tinanggap ng account mo ang {amount}. Magbigay ng iba.',
  'order.approved.underWay.late':
    'Mas matagal ang {amount} kaysa sa ipinangako. Inaalam na namin; tawagan kami kung wala pa bukas.',
  'order.approved.underWay.title': 'Papunta na ang pera mo',
  'order.approved.underWay.text': 'Nasa account mo na ang {amount} hanggang {date}.',
  'order.active.title': 'Tumatakbo ang loan mo',
  'order.active.text': 'Wala kang kailangang gawin hanggang {date}.',
  'order.dueSoon.title': 'Malapit na ang due date mo',
  'order.dueSoon.text': 'Magbayad hanggang {date} para walang dagdag na singil.',
  'order.dueSoon.charges.title': 'May natira pang singil sa pagkahuli',
  'order.dueSoon.charges.text':
    'Pumasok na ang bayad mo. Ang natira ay ang mga singil sa pagkahuli sa ibaba; hindi na lumalaki ang mga ito.',
  'order.review.title': 'Sinusuri namin ang bayad mo',
  'order.review.text':
    'May dumating na bayad na {amount}, at titingnan muna ito ng isang tao. Mabibilang ito mula sa araw na nagbayad ka. Wala kang kailangang gawin.',
  'order.overdue.title': 'Ayusin natin ito',
  'order.overdue.text': 'Nadaragdagan ng {amount} bawat araw hangga’t hindi bayad.',
  'order.settled.title': 'Bayad na lahat. Salamat!',
  'order.settled.text': 'Natanggap namin ang huling bayad mo noong {date}.',
  'order.safetyTip':
    'Magbayad lang gamit ang code na nasa app na ito. Hindi kami humihingi ng pera sa personal na account o wallet, at walang sinuman sa amin ang naniningil ng cash.',
  'order.withdraw': 'Handa na ang {amount}. Ipapadala namin ito sa account mong nagtatapos sa {tail}.',
  'order.card.needsAccount.title': 'Saan ipapadala ang pera?',
  'order.card.needsAccount.text':
    'Aprubado ang loan mo. Magbigay ng bank account o e-wallet na nakapangalan sa iyo.',
  'order.card.returned.title': 'Magbigay ng ibang account',
  'order.card.returned.text':
    'Ibinalik ng bangko o wallet mo ang pera. Wala kang utang hangga’t hindi ito nakakarating sa iyo.',
  'home.approved': 'Aprubado: hinihintay ka o papunta na',

  'orderList.applied': 'Tinitingnan pa',
  'orderList.refused': 'Hindi naaprubahan',
  'orderList.approved': 'Aprubado',
  'orderList.active': 'Tumatakbo',
  'orderList.dueSoon': 'Malapit nang bayaran',
  'orderList.overdue': 'Late na',
  'orderList.settled': 'Bayad na',

  'joint.notice': 'Hindi ka na-sign in ng {partner}',
  'joint.noticeUnnamed': 'Hindi ka na-sign in ng partner namin',
  'joint.unavailable':
    'Hindi sumasagot ang serbisyo nila sa ngayon. Walang ipinadala o siningil. Subukan ulit mamaya.',
  'joint.refused':
    'Hindi sila tumatanggap ng bagong mangungutang mula sa amin sa ngayon. Walang ipinadala o siningil.',
  'joint.noAccount': 'Wala silang account na may mobile number mo. Walang ipinadala o siningil.',
  'joint.expired': 'Masyadong nagtagal ang pag-sign in at lumipas na. Buksan ulit ang produkto.',
  'joint.unsaid': 'Hindi nila sinabi kung bakit. Walang ipinadala o siningil. Subukan ulit mamaya.',

  'rejection.principalRange': 'Maglagay ng halaga mula {min} hanggang {max}.',
  'rejection.rateRange': 'Maglagay ng rate mula 0 % hanggang {max} % kada taon.',
  'rejection.tenureRange': 'Maglagay ng 1 hanggang {max} buwan.',
  'rejection.notLevel':
    'Hindi mababayaran ang {amount} sa {months} magkakaparehong hulog sa rate na ito. Pumili ng mas kaunting buwan.',
  'rejection.loanNameMissing': 'Bigyan ng pangalan ang loan na ito.',
  'rejection.loanNameLong': 'Hanggang {max} karakter lang ang pangalan.',
  'rejection.noSuchDay': 'Piliin ang araw na nagsimula ang loan.',
  'rejection.tooManyLoans': 'May {max} loan ka nang naitabi. Magbura muna ng isa.',
  'rejection.unknownCurrency': 'Wala kaming palitan para sa perang ito.',
  'rejection.amountRange': 'Masyadong malaki ang halagang ito.',

  'decision.notFilipino':
    'Nagpapahiram lang kami sa mga mamamayan ng {country, select, IN {India} ID {Indonesia} other {Pilipinas}}.',
  'decision.underAge': 'Dapat ay 18 taong gulang ka na para makahiram.',
  'decision.noCapacity': 'Kailangan sa kontrata ang taong may buong kakayahan ayon sa batas.',
  'decision.noAddress':
    'Kailangan namin ng permanenteng tirahan sa {country, select, IN {India} ID {Indonesia} other {Pilipinas}}.',
  'decision.incomplete': 'Kulang ang ilan sa mga detalye mo.',
  'decision.blocked': 'Hindi ka namin maalok ng loan.',
  'decision.runningOrder': 'May isa ka pang loan na hindi tapos.',
  'decision.unaffordable': 'Masyadong malaki ang mga hulog para sa kitang sinabi mo.',
  'decision.lapsed': 'Hindi na-withdraw sa oras ang alok.',

  'row.amount': 'Halagang ipinahiram',
  'row.amountAsked': 'Hiningi mo',
  'row.fee': 'Processing fee',
  'row.feeDeducted': 'Fee na ibinawas sa halaga',
  'row.youReceive': 'Matatanggap mo',
  'row.totalToRepay': 'Kabuuang babayaran',
  'row.ofWhichCost': 'Dito, ang gastos ay',
  'row.effectiveRate': 'Effective na rate',
  'row.term': 'Haba ng loan',
  'row.repayments': 'Mga hulog',
  'row.extensions': 'Puwedeng i-extend',
  'row.appliedOn': 'Nag-apply noong',
  'row.settledOn': 'Nabayaran noong',
  'row.disbursedOn': 'Ibinigay noong',
  'row.orderId': 'Numero ng loan',
  'row.principal': 'Principal',
  'row.instalmentPrincipal': 'Principal, hulog {no}',
  'row.dueOn': 'due sa {date}',
  'row.interest': 'Interes',
  'row.lateInterest':
    '{days, plural, =0 {Interes sa pagkahuli} one {Interes sa pagkahuli, # araw} other {Interes sa pagkahuli, # araw}}',
  'row.lateInterestAll': 'Interes sa pagkahuli',
  'row.lateInterestHow': 'Sa hulog na late: {tiers}.',
  'row.penalty': 'Isang beses na multa',
  'row.penaltyHow': 'Sinisingil nang isang beses bawat loan, sa unang araw na late.',
  'row.clamped': 'Hindi sinisingil sa iyo',
  'row.clampedHow': 'Hanggang dito lang ang pinapayagan ng {by}.',
  'row.credit': 'Ang sobra mo',
  'row.creditHow': 'Mas malaki ang nabayaran mo kaysa sa utang. Tawagan kami at ibabalik namin ito.',
  'row.paidAhead': 'Interes na nabayaran nang maaga',
  'row.paidAheadHow': 'Hindi pa ito due, kaya ibinabawas ito sa kabuuang bayad.',
  'row.feeReturned': 'Ibinalik na bayad sa pagproseso',
  'row.rounding': 'Binawas sa pag-round',
  'row.refundOwed': 'Refund na kailangang ibalik',
  'row.refundOwedHow':
    'Ibinalik namin sa iyo ang sobrang bayad, at pagkatapos ay binawi ang pinanggalingan nitong bayad.',
  'row.recovered': 'Bayad sa loan na isinara na sa aming libro',
  'value.days': '{days, plural, one {# araw} other {# araw}}',
  'value.perMonth': '{rate} kada buwan',

  'confirm.repayment': 'Hulog {no}',
  'confirm.daysAfter':
    '{days, plural, one {# araw pagkatanggap mo ng pera} other {# araw pagkatanggap mo ng pera}}',
  'confirm.rate': '{day} kada araw ({month} sa 30 araw) sa natitira mong utang',
  'product.example': 'Halimbawa: {amount} sa loob ng {days} araw',
  'product.cost': 'Bawat {thousand} ay may gastos na {cost} lahat-lahat',
  'product.nominal': 'Nominal na rate, 30 araw',
  'product.effectiveMonth': 'Effective na rate, 30 araw',
  'product.effectiveYear': 'Effective na rate, isang taon',
  'product.effectiveHow': 'Interes at fee na pinagsama, sa talagang natatanggap mo.',
  'product.interestHow': '{rate} kada araw sa natitira mong utang.',
  'product.feeHow': '{rate} ng halaga, isang beses na kinukuha bago ibigay ang pera.',
  'product.noFee': 'Wala',
  'product.late.title': 'Kung late kang magbayad',
  'product.late.first': 'Interes sa pagkahuli, araw 1 hanggang {to}',
  'product.late.between': 'Interes sa pagkahuli, araw {from} hanggang {to}',
  'product.late.from': 'Interes sa pagkahuli mula araw {from}',
  'product.late.always': 'Interes sa pagkahuli',
  'product.late.perDay': '{rate} kada araw',
  'product.late.base': 'Sa hulog na late.',
  'product.late.example': 'Halimbawa: {days} araw na late sa unang hulog',
  'product.late.exampleHow': 'Bukod pa sa hulog na {payment}.',
  'product.prepay': 'Maagang pagbabayad',
  'product.prepayFrom': 'mula araw {day}',
  'product.prepayHow': 'Hanggang sa araw lang na iyon sisingilin ang interes.',
  'product.times': '{times, plural, =0 {Hindi} =1 {Isang beses} one {# beses} other {# beses}}',
  'product.term':
    '{periods, plural, =1 {{days} araw, isang bayad} one {{days} araw, # hulog} other {{days} araw, # hulog}}',
  'product.rate': '{rate} kada araw sa natitira mong utang',

  'agreement.loan.title': 'Loan Agreement',
  'agreement.disclosure.title': 'Disclosure Statement',
  'agreement.keyFacts.title': 'Key Fact Statement',
  'keyFacts.part1': 'Bahagi 1: interes at mga singil',
  'keyFacts.part2': 'Bahagi 2: iba pang impormasyon',
  'keyFacts.annexB':
    'Paano nakukuha ang taunang porsiyento (APR) ng {product}: ang rate kada panahon kung saan katumbas ng matatanggap mo ang lahat ng hulog, times ang dami ng panahon sa isang taon.',
  'keyFacts.annexC': 'Iskedyul ng mga hulog',
  'keyFacts.type': 'Uri ng loan',
  'keyFacts.sanctioned': 'Halaga ng loan',
  'keyFacts.disbursal': 'Pagbibigay ng pera',
  'keyFacts.disbursalOnce': 'Isang bagsakan, sa sarili mong bank account',
  'keyFacts.instalments': 'Mga hulog',
  'keyFacts.instalmentsHow':
    '{count, plural, =1 {Isang hulog pagkalipas ng {days} araw: {amount}, sa {date} kung darating ngayon ang pera} other {# hulog, isa kada {days} araw, tig-{amount}; ang una sa {date} kung darating ngayon ang pera}}',
  'keyFacts.rate': 'Interes sa isang taon',
  'keyFacts.rateFixed': '{rate}, hindi nagbabago, sa natitira mong utang',
  'keyFacts.fees': 'Mga bayad at singil',
  'keyFacts.feesHow':
    'Sa nagpapahiram: processing fee na {fee}, isang beses, kinukuha sa halaga. Sa iba: {none}.',
  'keyFacts.apr': 'Taunang porsiyento (APR)',
  'keyFacts.late': 'Singil kapag nahuli ang hulog',
  'keyFacts.foreclosure': 'Singil sa maagang pagbabayad',
  'keyFacts.recovery': 'Mga maniningil',
  'keyFacts.recoveryHow':
    'Ang nagpapahiram lang ang naniningil. Kung magbago ito, sasabihin muna sa iyo ang pangalan ng maniningil.',
  'keyFacts.grievance': 'Opisyal para sa reklamo',
  'keyFacts.grievanceReach': 'Telepono at email ng opisyal',
  'keyFacts.transfer': 'Maaari bang ilipat sa iba ang loan?',
  'keyFacts.transferHow': 'Oo, ayon sa mga tuntunin ng loan; sasabihan ka muna.',
  'keyFacts.coolingOff': 'Panahon para umatras',
  'keyFacts.coolingOffHow':
    '{days, plural, one {# araw} other {# araw}} mula sa araw na dumating ang pera. Buksan ang Magbayad sa app at piliing tapusin ang loan: babayaran mo ang natanggap mo at ang interes ng mga araw na iyon. Ibabalik ang fee, at wala nang ibang sisingilin.',
  'keyFacts.netDisbursed': 'Netong halagang ibinigay',
  'keyFacts.extension':
    '{times, plural, =0 {Hindi maaaring palawigin ang loan na ito.} =1 {Isang beses mong maililipat ang petsa ng hulog. Ipapakita muna ang halaga nito bago ka magbayad.} other {# beses mong maililipat ang petsa ng hulog. Ipapakita muna ang halaga nito bago ka magbayad.}}',
  'agreement.dueDay': 'Due date',
  'agreement.nominal': 'Nominal na rate sa 30 araw',
  'agreement.lender': 'Nagpapahiram',
  'agreement.borrower': 'Nanghihiram',
  'agreement.parties':
    'Ipinapahiram sa iyo ng {lender} ang halagang nasa itaas sa ilalim ng produktong {product}. Ang mga pinal na petsa ay ibabatay sa araw na ibigay ang pera.',
  'agreement.lenderIs':
    'Ang nagpapahiram ay ang {lender}. May karapatan ka sa kopya ng pahayag na ito bago ka sumang-ayon.',
  'agreement.repay':
    'Magbabayad ka sa mga araw na nasa itaas gamit ang mga code na ibibigay ng app. Ang bayad ay binibilang sa araw na nagbayad ka.',
  'agreement.penalty':
    'Sinisingil nang isang beses ang multa sa hindi pagbabayad na {amount}, sa unang araw na late ang loan.',
  'agreement.prepay':
    'Puwede mong bayaran nang buo ang loan bago ang takdang panahon kapag lumipas na ang kalahati ng haba nito, at hindi bago ang araw 7; hanggang sa araw lang na iyon sisingilin ang interes.',
  'agreement.extension':
    'Puwede kang mag-extend kapag bayad na ang interes, interes sa pagkahuli at multang due na; hindi nagbabago ang haba ng termino.',
  'agreement.noExtension': 'Hindi mae-extend ang loan na ito.',

  'disclosure.product': 'Produkto',
  'disclosure.amountFinanced': 'Halagang pinondohan',
  'disclosure.charge': 'Singil',
  'disclosure.deducted': 'Ibinawas sa halaga',
  'disclosure.notDeducted': 'Hindi ibinawas',
  'disclosure.otherCharges': 'Iba pang singil, gaya ng insurance o buwis',
  'disclosure.financeCharge': 'Finance charge: interes at fee na pinagsama',
  'disclosure.netProceeds': 'Net proceeds: ang matatanggap mo',
  'disclosure.nominalYear': 'Nominal na rate, isang taon',
  'disclosure.received':
    'Natanggap mo ang pahayag na ito bago ka sumang-ayon sa loan. May karapatan ka sa kopya, at makikita mo ito sa loan mo pagkatapos.',
  'rejection.disclosureFirst': 'Basahin muna ang pahayag ng mga gastos at kumpirmahing nabasa mo ito.',

  'document.back': 'Bumalik',
  'document.agreed': 'Sinang-ayunan noong {at}.',
  'document.acknowledged': 'Kinilala noong {at}.',
  'legal.late': 'Sinisingil ang interes sa pagkahuli sa halagang late: {tiers}.',
  'legal.lateBetween': '{rate} kada araw sa mga araw {from} hanggang {until}',
  'legal.lateFrom': '{rate} kada araw mula araw {from} hanggang sa mabayaran',
  'legal.noPenalty': 'Walang multang sinisingil sa hindi pagbabayad.',
  'legal.penalty':
    'Isang beses sinisingil ang multa sa hindi pagbabayad: {first} sa mga bagong kliyente at {repeat} sa mga dati nang kliyente.',

  'extension.title': 'Ilipat ang petsa ng hulog mo',
  'extension.openCode': 'Ang bukas mong code para ilipat ang petsa, sa {name}',
  'extension.today': 'Ngayon',
  'extension.later': 'Sa bagong petsa',
  'extension.newAmount': 'Principal at ang interes nito',
  'extension.notDue': 'Hindi pa due ang loan na ito, kaya wala pang ie-extend.',
  'extension.usedUp': 'Na-extend na ang loan na ito nang kasindami ng pinapayagan ng mga tuntunin nito.',
  'extension.twoOverdue': 'Dalawang hulog ang late. Bayaran muna ang isa.',
  'extension.beyondYear': 'Kung i-extend, lalampas sa 365 araw ang loan na ito.',
  'extension.ceiling': 'Kung i-extend, lalampas sa pinapayagan ng batas ang gastos ng loan na ito.',
  'extension.onlyCharges': 'Mga singil na lang ang babayaran, kaya wala nang ililipat.',

  'repay.banner': 'Tingnan kung paano magbayad, hakbang-hakbang',
  'repay.repriced': 'Bagong araw na at nagbago ang halaga: {amount} ang babayaran ngayon. Pakitingnan muli.',
  'repay.repricedPayoff':
    'Bagong araw na at nagbago ang mga halaga: {amount} ang babayaran ngayon, at {payoff} ang bayad para matapos na ang buong loan ngayon. Pakitingnan muli.',
  'repay.settledWithCredit':
    'Bayad na ang loan na ito. Sobra ng {amount} ang naibayad mo: sa iyo ito. Tawagan kami at ibabalik namin.',
  'payment.card': 'Debit card',
  'repay.openCode': 'Ang bukas mong code sa {name}',
  'repay.atTheCounter': 'Sa counter',
  'repay.byAccount': 'Sa app ng bangko mo o sa ATM',
  'pay.qr.1': 'Buksan ang {name} at piliing mag-scan o mag-upload ng QR code.',
  'pay.qr.2': 'I-scan ang code na ito, o ang screenshot nito.',
  'pay.qr.3': 'Tingnan kung {amount} ang nakasulat, tapos kumpirmahin.',
  'pay.anyQr.1': 'Buksan ang app ng bangko o wallet mo at piliing mag-scan o mag-upload ng QR code.',
  'pay.anyQr.2': 'I-scan ang code na ito, o ang screenshot nito.',
  'pay.anyQr.3': 'Tingnan kung {amount} ang nakasulat, tapos kumpirmahin.',
  'pay.upi.1': 'Buksan ang kahit anong UPI app at piliing mag-scan o mag-upload ng QR code.',
  'pay.upi.2': 'I-scan ang code na ito, o ang screenshot nito.',
  'pay.upi.3': 'Tingnan kung {amount} ang nakasulat, tapos ilagay ang UPI PIN mo.',
  'pay.account.1': 'Buksan ang app ng bangko mo, o pumunta sa ATM, at piliing magbayad sa {name}.',
  'pay.account.2': 'I-type ang numerong nakalagay rito.',
  'pay.account.3': 'Tingnan kung {amount} ang nakasulat, tapos kumpirmahin.',
  'pay.store.1': 'Pumunta sa kahit anong counter ng {name} at sabihing “bills payment”.',
  'pay.store.2': 'Ipakita ang barcode o basahin ang code.',
  'pay.store.3': 'Magbayad ng {amount} at itago ang resibo.',

  'bank.type.1': 'Account sa bangko',
  'bank.type.2': 'E-wallet',
  'bank.bankCode': 'Bangko',
  'bank.bankCode.hint': 'Piliin ang bangko mo',
  'bank.walletCode': 'E-wallet',
  'bank.walletCode.hint': 'Piliin ang e-wallet mo',
  'bank.accountNumber': 'Account number',
  'bank.accountNumber.hint': 'Mga numero lang',
  'bank.ifsc': 'IFSC ng sangay',
  'bank.ifsc.hint': '11 letra at numero, nasa cheque book o app ng bangko mo',
  'bank.ifsc.rule': 'Ang IFSC ay apat na letra, zero at anim pang letra o numero, gaya ng SBIN0001234.',
  'bank.ifsc.other': 'Hindi sa {name} ang IFSC na ito.',
  'bank.walletNumber': 'Mobile number ng wallet',
  'bank.walletNumber.rule':
    'Isulat ang mobile number gaya ng pag-dial dito, {example}, kumpleto ang mga numero.',
  'bank.walletNumber.hint': '{example}',
  'bank.holderName': 'Pangalan sa account',
  'bank.holderName.hint': 'Gaya ng sulat ng bangko mo',
  'bank.holderName.rule': 'Isulat ang pangalan sa mga titik, gaya ng sa bangko mo.',
  'bank.digits': 'May {digits} na numero ang sa {name}.',

  'sms.voiceCode':
    'Ito ang {name}. Ang code mo ay {code}. Huwag itong sabihin kaninuman. Uulitin ko: {code}.',
  'consent.privacy': 'Patakaran sa privacy',
  'consent.marketing': 'Mga balita at alok namin',
  'consent.location': 'Tantiyang lokasyon',
  'consent.contacts': 'Mga taong ibinigay mo',
  'sms.code': '{code} ang code mo sa {name}. Gagana ito nang 5 minuto. Hindi namin ito hihingin sa tawag.',
  'sms.passwordSet': '{name}: may bagong password ang account mo. Kung hindi ikaw ito, tumawag sa {phone}.',
  'sms.newDevice':
    '{name}: may nag-sign in gamit ang password mo sa phone o browser na bago sa amin. Kung hindi ikaw ito, palitan ang password sa app at tumawag sa {phone}.',
  'sms.deletionAsked':
    '{name}: mabubura ang account mo pagkaraan ng 30 araw, gaya ng hiniling. Para hindi ito mabura, mag-sign in bago noon. Kung hindi ikaw ito, tumawag sa {phone}.',
  'sms.accountChanged':
    '{name}: sa account mo na nagtatapos sa {tail} na kami magbabayad, hindi bago ang {date}. Hindi ikaw? {link} o tumawag sa {phone}.',
  'sms.applied':
    '{name}: natanggap namin ang application mo para sa {amount}. Makikita sa app ang desisyon namin.',
  'rejection.needsCode':
    'I-type ang code na ipinadala namin sa numero mo, para walang ibang makapagpalit ng account mo.',
  'rejection.unknownChange': 'Hindi amin ang link na ito, o lumipas na. Tawagan kami: {phone}.',
  'decision.foreignAccount': 'Hindi nakapangalan sa iyo ang account.',
  'decision.identityUnclear': 'Hindi namin makumpirma kung sino ka mula sa mga detalye ng ID mo.',
  'decision.detailsUnclear': 'Hindi nagtutugma ang ilan sa mga detalye mo.',
  'decision.usedElsewhere': 'Ang ilan sa mga detalye mo ay sa ibang borrower din.',
  'decision.ask.name': 'Pakitingnan ang pangalan mo: dapat ay katulad ng nasa ID mo.',
  'decision.ask.document': 'Pakitingnan ang uri at numero ng ID mo.',
  'decision.ask.address': 'Pakitingnan ang address mo.',
  'decision.ask.work': 'Pakitingnan ang sinabi mo tungkol sa trabaho mo.',
  'decision.ask.income': 'Pakitingnan ang kitang sinabi mo.',
  'decision.ask.ownAccount': 'Pumili ng account na nakapangalan sa iyo.',
  'order.applied.asked.title': 'May kailangan kami mula sa iyo',
  'order.applied.asked.text': 'I-save muli ang form kapag tama na, at magpapatuloy kami.',
  'decision.score': 'Hindi pumasa ang aplikasyon mo sa aming pagsusuri para sa loan na ito.',
  'order.approved.held.title': 'May titingnan muna bago ipadala ang pera',
  'order.approved.held.holderName':
    'Ang pangalang kinumpirma mo ay {holder}, pero ibang pangalan ang nasa account na nagtatapos sa {tail}. Titingnan muna ito ng tao sa {name} bago namin ipadala ang {amount}. Puwede ka ring pumili ng account sa sarili mong pangalan.',
  'order.approved.held.sharedAccount':
    'Titingnan muna ng tao sa {name} ang account na nagtatapos sa {tail} bago namin ipadala ang {amount}. Wala kang kailangang gawin.',
  'order.approved.held.accountChanged':
    'Pinalitan mo ang account mo. Para sa kaligtasan mo, ipapadala namin ang {amount} pagkatapos ng {date}.',
  'order.withdraw.otherName':
    'Ibang pangalan ang nasa account na nagtatapos sa {tail} kaysa sa {holder} na kinumpirma mo. Kung dito mo ipapadala, titingnan muna ito ng tao sa {name} bago namin ipadala ang {amount}.',
  'order.withdraw.changed':
    'Pinalitan mo ang account mo. Para sa kaligtasan mo, ipapadala namin ang {amount} sa account na nagtatapos sa {tail} pagkatapos ng {date}.',
  'order.card.otherName.title': 'Gamitin ang account sa sarili mong pangalan?',
  'order.card.otherName.text':
    'Ibang pangalan ang nasa account na nagtatapos sa {tail} kaysa sa {holder}. Kung sa sarili mong pangalan ang account, ipapadala ang pera nang walang ganitong pagsusuri.',
  'sms.approved':
    '{name}: aprubado ang aplikasyon mo para sa {amount}. Buksan ang app para matanggap ang pera.',
  'sms.declined':
    '{name}: hindi ka namin mapapahiram ng {amount} ngayon. Nasa app kung bakit, at kung kailan ka puwedeng mag-apply ulit.',
  'sms.paidOut':
    '{name}: ipinadala namin ang {amount} sa account mo na nagtatapos sa {tail}. Nasa app ang mga babayaran mo.',
  'sms.paymentReceived': '{name}: natanggap namin ang bayad mong {amount}. Salamat.',
  'sms.paymentNext':
    '{name}: natanggap namin ang bayad mong {amount}. Susunod na babayaran: {left} hanggang {date}.',
  'sms.paymentLate':
    '{name}: natanggap namin ang bayad mong {amount}. Lampas pa rin sa takda ngayon: {left}.',
  'sms.settled': '{name}: natanggap namin ang bayad mong {amount}. Bayad na ang loan mo. Salamat.',
  'sms.waived': '{name}: binawasan namin ng {amount} ang loan mo. {left} na lang ang kabuuang utang mo.',
  'sms.refunded': '{name}: ibinalik namin ang {amount} na sobra mong nabayaran.',
  'sms.extendedFree':
    '{name}: inilipat sa {date} ang bayad mo. May dagdag na interes hanggang noon; nasa app ang detalye.',
  'sms.chargesStopped':
    '{name}: wala kaming idadagdag na singil sa pagkahuli hanggang {date}. Dapat pa ring bayaran ang utang mo.',
  'sms.corrected':
    '{name}: itinama namin ang loan mo. {left} ang kabuuang utang mo ngayon. Nasa app ang detalye.',
  'sms.dueSoon':
    '{name}: {amount} ang dapat bayaran sa {date}. Magbayad sa app para walang singil sa pagkaantala.',
  'sms.accountCode':
    '{code} ang code mo para palitan ang account na binabayaran ng {name}. Huwag ibigay kahit kanino: hindi namin ito hihingin.',
  'transfer.usedElsewhere':
    'Napatunayan ng ibang borrower na sa kanila ang transfer na ito. Tawagan kami kung sa iyo ito.',
  'transfer.notArrived':
    'Hindi dumating sa account namin ang transfer na ito. Magtanong sa bangko mo, o ipadala ang tamang reference.',
  'transfer.wrongReceipt': 'Sa ibang bayad ang resibo. Ipadala ang resibo ng transfer na ito.',
  'transfer.unreadable': 'Hindi namin mabasa ang resibo. Magpadala ng malinaw na larawan nito.',
  'accountChange.made':
    'Pinalitan noong {date} ang account na pinadadalhan namin. Nagtatapos na ito ngayon sa {tail}.',
  'accountChange.disowned':
    'Binawi ang pagpapalit. Na-sign out ang bawat telepono: mag-sign in ulit gamit ang code.',
};
