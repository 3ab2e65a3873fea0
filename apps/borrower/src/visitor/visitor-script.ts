import { callTimeoutMs, contextNames, headerPairs } from '@hiram/contract/context';
import { queryMark, referrerMark } from '@hiram/visitor-pages/links';

/** A placeholder as the script searches for it, split in two: otherwise the server would fill it in here too. */
const inTwo = (mark: string) => `'${mark.slice(0, 3)}'+'${mark.slice(3)}'`;

/**
 * The last script of a visitor's document, inline and in ES5: writes the visitor's attribution into the links that
 * carry it. The theme is set earlier, in the head.
 */
export const linkScript = [
  '(function(){',
  `var d=document,n=location.search.slice(1).split('&'),k=['templateId','page_id','user_from','client_type','utm_tag','app_from','deviceId','lang'],u=[],s={},i,p,a,h;`,
  "for(i=0;i<n.length;i++){p=n[i].split('=');if(k.indexOf(p[0])>=0&&p[1]&&!s[p[0]]){s[p[0]]=1;try{u.push(p[0]+'='+encodeURIComponent(decodeURIComponent(p[1].replace(/\\+/g,' ')).slice(0,200)))}catch(e){}}}",
  "u=u.join('&');",
  "a=d.querySelectorAll('a[href],form[action]');",
  `for(i=0;i<a.length;i++){p=a[i].hasAttribute('href')?'href':'action';h=a[i].getAttribute(p);if(h.indexOf(${inTwo(queryMark)})>=0)a[i].setAttribute(p,h.replace(${inTwo(queryMark)},u));else if(h.indexOf(${inTwo(referrerMark)})>=0)a[i].setAttribute(p,h.replace(${inTwo(referrerMark)},encodeURIComponent(u)))}`,
  '})();',
].join('');

/** Before the first paint: applies the theme chosen in the app. */
export const themeScript =
  "(function(){var t=/(?:^|; )(?:__Host-)?hiram_theme=(dark|light)/.exec(document.cookie);if(t)document.documentElement.setAttribute('data-theme',t[1])})();";

/**
 * On the promotion page: requests the visitor's session id at once, so that the captcha's picture loads before the
 * bundle. Without scripts nothing is lost: the form is posted to the simple page.
 */
export const sidScript = [
  '(function(){',
  "var w=window,d=document,s=JSON.parse(d.getElementById('hiram').textContent),n=location.search.slice(1).split('&'),q={appName:s.brand},u=[],i,p;",
  'w.hiramBroken=function(){};',
  'if(!w.globalThis)w.globalThis=w;',
  'if(!w.queueMicrotask&&w.Promise)w.queueMicrotask=function(f){w.Promise.resolve().then(f)};',
  'if(!w.fetch||!w.Promise)return;',
  // NET-02, NET-03: the common query and the second header pair, as the form client sends them. A visitor has no
  // session.
  "for(i=0;i<n.length;i++){p=n[i].split('=');try{if(p[1]&&p[0]!=='appName'&&!q[p[0]])q[p[0]]=decodeURIComponent(p[1].replace(/\\+/g,' ')).slice(0,200)}catch(e){}}",
  `p=${JSON.stringify(contextNames.filter((name) => name !== 'sessionId'))};for(i=0;i<p.length;i++)if(q[p[i]])u.push(p[i]+'='+encodeURIComponent(q[p[i]]));`,
  `p={'X-Requested-With':'XMLHttpRequest'};i=${JSON.stringify(headerPairs.form)};for(n in i)if(q[i[n]])p[n]=q[i[n]];`,
  `i=w.AbortController?new AbortController():0;if(i)w.setTimeout(function(){i.abort()},${callTimeoutMs});`,
  "w.hiramSid=w.fetch(s.apiBase+'/get-sid?'+u.join('&'),{headers:p,credentials:'omit',signal:i?i.signal:void 0}).then(function(r){return r.json()}).then(function(a){var v=a&&a.data&&a.data.sid,c=d.getElementById('captcha');if(v&&c&&c.src.indexOf('data:')===0)c.src=s.apiBase+'/get-captcha?sid='+encodeURIComponent(v)+'&t='+(+new Date());return v});",
  'w.hiramSid.catch(function(){});',
  '})();',
].join('');
