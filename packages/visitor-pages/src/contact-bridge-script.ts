/** Milliseconds for a host to answer before the page follows the link itself. */
const answerMs = 2_000;

/**
 * Visitors' pages do not load the bridge. Inside a host, this script (inline, ES5) asks the host to call a
 * number (`tel:`) or to open an e-mail address (`mailto:`) or a store (`data-for`), using the messages of
 * packages/bridge (BRG-07, BRG-13). If the host refuses or does not answer, the browser follows the link.
 */
export const contactBridgeScript = [
  '(function(){',
  "var w=window,d=document,k=w.webkit&&w.webkit.messageHandlers,p=w.LoanHost&&typeof w.LoanHost.postMessage==='function'?w.LoanHost:k&&k.LoanHost,asked={},n=0;",
  'if(!p)return;',
  'function follow(i){var h=asked[i];if(h){delete asked[i];location.href=h}}',
  'function receive(t){var m;try{m=JSON.parse(t)}catch(e){return}if(!m||!asked.hasOwnProperty(m.id))return;if(m.ok===true)delete asked[m.id];else follow(m.id)}',
  'w.LoanHostReceive=receive;try{p.onmessage=function(e){receive(e.data)}}catch(e){}',
  "d.addEventListener('click',function(e){var a=e.target,h,i,c;while(a&&a.nodeName!=='A')a=a.parentNode;h=a&&a.getAttribute('href')||'';c=/^tel:/i.test(h);if(!c&&!/^mailto:/i.test(h)&&!(/^https:/i.test(h)&&a.getAttribute('data-for')))return;",
  "e.preventDefault();i='visitor-'+(++n);asked[i]=h;",
  `p.postMessage(JSON.stringify({v:1,id:i,action:c?'callPhone':'openPage',payload:c?{phone:h.replace(/[^+\\d]/g,'')}:{url:h}}));setTimeout(function(){follow(i)},${answerMs})});`,
  '})();',
].join('');
